/** The two style sheets (decision 150), and which of them a page waits for. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { projectRoot } from '../server/project-root.ts'

const origin = inject('baseUrl')

/** Limit for the styles that a page waits for, in bytes of Brotli: what a new connection sends at once, with headers. */
const budgetBytes = 13_000

const htmlOf = async (path: string) => (await fetch(new URL(path, origin))).text()
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, part]) => part!)),
]
const sheetsOf = (html: string) => all(html, /<link(?=[^>]* rel="stylesheet")[^>]* href="([^"]+)"/g)
const fileOf = (address: string) => join(projectRoot, 'build', 'client', address)

/** Home, and every page that it links to: listings, products, searches, and pages of text. */
async function pages(): Promise<[path: string, html: string][]> {
  const home = await htmlOf('/sv')
  const paths = [
    ...all(home, /href="(\/sv\/[^"#]+)"/g),
    '/sv/sokresultat.html?query=knappcell',
    '/sv/sokresultat.html?query=qqqqxx',
    '/sv/finns-inte',
    '/sv/artiklar/finns-inte.html',
    '/sv/artiklar/finns-inte/index.html',
  ]
  const linked: [string, string][] = []
  for (const path of paths) linked.push([path, await htmlOf(path)])
  return [['/sv', home], ...linked]
}

it('home, categories, products and searches wait for at most 13 kB of styles', async () => {
  const home = await htmlOf('/sv')
  const [category] = all(home, /href="(\/sv\/artiklar\/[^"]+\/index\.html)"/g)
  const [product] = all(home, /href="(\/sv\/artiklar\/[^"/]+\.html)"/g)
  for (const path of ['/sv', category!, product!, '/sv/sokresultat.html?query=aa']) {
    const sheets = sheetsOf(await htmlOf(path))
    const bytes = sheets.reduce((sum, sheet) => sum + statSync(`${fileOf(sheet)}.br`).size, 0)
    // Fewer would mean that the sheets were not found.
    expect(bytes, path).toBeGreaterThan(5000)
    expect(bytes, `${path} ${sheets.join(' ')}`).toBeLessThanOrEqual(budgetBytes)
  }
})

it('a page waits for the later styles if the server’s markup has a class of them', async () => {
  const [, later] = sheetsOf(await htmlOf('/sv/checkout'))
  const laterClasses = all(readFileSync(fileOf(later!), 'utf8'), /\.(_[\w-]{4})(?![\w-])/g)
  expect(laterClasses.length).toBeGreaterThan(200)
  const unstyled: string[] = []
  let lightPages = 0
  for (const [path, html] of await pages()) {
    // All pages get them, these before the first script runs.
    expect(html, path).toContain(later)
    if (sheetsOf(html).includes(later!)) continue
    lightPages += 1
    const classes = new Set(all(html, / class="([^"]+)"/g).flatMap((names) => names.split(' ')))
    const used = laterClasses.filter((name) => classes.has(name))
    if (used.length > 0) unstyled.push(`${path}: ${used.join(' ')}`)
  }
  expect(lightPages).toBeGreaterThan(30)
  expect(unstyled).toEqual([])
})

it('both sheets state the order of the layers before they open one', async () => {
  const sheets = sheetsOf(await htmlOf('/sv/checkout'))
  expect(sheets).toHaveLength(2)
  for (const sheet of sheets)
    expect(readFileSync(fileOf(sheet), 'utf8')).toMatch(/^@layer reset,tokens,base,components;/)
})
