import { describe, expect, inject, it } from 'vitest'
import { javaScriptBudgetBytes, weighJavaScript } from './javascript-weight.ts'

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
