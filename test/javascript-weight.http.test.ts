import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../server/project-root.ts'
import {
  adminJavaScriptBudgetBytes,
  javaScriptBudgetBytes,
  weighAdminJavaScript,
  weighJavaScript,
} from './javascript-weight.ts'

const origin = inject('baseUrl')
const htmlOf = async (path: string) => (await fetch(new URL(path, origin))).text()
const firstLink = (html: string, pattern: RegExp) => {
  const path = pattern.exec(html)?.[1]
  if (path === undefined) throw new Error(`The page has no link like ${pattern}.`)
  return path
}

describe('the weight of a page', () => {
  it('loads at most 130 kB of script on home, category, search and product before an interaction', async () => {
    const category = firstLink(await htmlOf('/sv'), /href="(\/sv\/artiklar\/[^"]+\/index\.html)"/)
    const product = firstLink(await htmlOf(category), /href="(\/sv\/artiklar\/[^/"]+\.html)"/)
    for (const path of ['/sv', category, '/sv/sokresultat.html?query=aa', product]) {
      const weight = await weighJavaScript(origin, path)
      // Fewer would mean that the scripts were not found.
      expect(weight.gzipBytes, path).toBeGreaterThan(60_000)
      expect(weight.gzipBytes, `${path} ${JSON.stringify(weight.files)}`).toBeLessThanOrEqual(
        javaScriptBudgetBytes,
      )
    }
  })

  it('sends scripts and styles as the build compressed them', async () => {
    const script = firstLink(await htmlOf('/sv'), /"(\/assets\/[^"]+\.js)"/)
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(new URL(script, origin), { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(await response.text()).toMatch(/\S/)
    }
  })
})

describe('the weight of the back office', () => {
  it('loads at most 250 kB of script before its first page', async () => {
    const weight = await weighAdminJavaScript(join(projectRoot, 'build', 'admin'))
    expect(weight.gzipBytes).toBeGreaterThan(60_000)
    expect(weight.gzipBytes, JSON.stringify(weight.files)).toBeLessThanOrEqual(adminJavaScriptBudgetBytes)
  })

  it('is not part of any script or style of the shop', () => {
    const directory = join(projectRoot, 'build', 'client')
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    const texts = files.filter((name) => /\.(?:js|css)$/.test(name))
    expect(texts.length).toBeGreaterThan(10)
    const found = texts.filter((name) =>
      /\/admin\/api|base-ui/.test(readFileSync(join(directory, name), 'utf8')),
    )
    expect(found).toEqual([])
  })
})
