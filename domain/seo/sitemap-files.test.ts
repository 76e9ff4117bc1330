import { expect, it } from 'vitest'
import { productsPerShard, type ProductAddress } from '../catalogue/catalogue-directory.ts'
import { sitemapIndexText, sitemapNames, sitemapText, type SitemapSources } from './sitemap-files.server.ts'

/** A shop of that many products, every third sold in Sweden only; records the largest batch requested. */
function shopOf(products: number) {
  const asked: number[] = []
  const sources: SitemapSources = {
    publicUrl: 'https://anode.example',
    catalogue: {
      productShards: () =>
        Array.from({ length: Math.ceil(products / productsPerShard) }, (_, index) => index),
      productAddresses({ fromId, toId, limit }) {
        const length = Math.max(0, Math.min(limit, toId - fromId, products - fromId))
        asked.push(length)
        return Array.from({ length }, (_, index): ProductAddress => {
          const id = fromId + index
          const slug = `produkt-${id}&<'ö`
          return {
            id,
            slugs: id % 3 === 0 ? { sv: slug } : { sv: slug, de: slug },
            updatedAt: 1_790_000_000_000,
          }
        })
      },
      listingAddresses: () => ({
        categories: [{ sv: 'batterier/aa', de: 'batterien/aa' }],
        brands: Array.from({ length: 10_001 }, (_, index) => ({ sv: `m-${index}` })),
        tags: [],
      }),
    },
    content: {
      pages: (store) => (store === 'no' ? [] : [{ path: 'about', updatedAt: 0 }]),
    },
  }
  return { sources, asked }
}

async function textOf(sources: SitemapSources, name: string): Promise<string> {
  let text = ''
  for await (const piece of sitemapText(sources, 'sv', name)!) text += piece
  return text
}

it('a large catalogue is split into files of at most ten thousand pages and read in batches', async () => {
  const { sources, asked } = shopOf(25_001)
  const names = sitemapNames(sources, 'sv')
  expect(names).toEqual([
    'pages-0',
    'categories-0',
    'brands-0',
    'brands-1',
    'products-0',
    'products-1',
    'products-2',
  ])
  let pages = 0
  for (const name of names.filter((each) => each.startsWith('products'))) {
    const found = (await textOf(sources, name)).match(/<url>/g)?.length ?? 0
    expect(found).toBeLessThanOrEqual(10_000)
    pages += found
  }
  expect(pages).toBe(25_001)
  expect(Math.max(...asked)).toBeLessThanOrEqual(500)
  expect((await textOf(sources, 'brands-1')).match(/<url>/g)).toHaveLength(1)
  let index = ''
  for await (const piece of sitemapIndexText(sources)) index += piece
  const changed = '<lastmod>2026-09-21T14:13:20.000Z</lastmod>'
  for (const file of ['sv/products-2', 'sv/categories-0', 'de/products-0'])
    expect(index).toContain(`<loc>https://anode.example/sitemaps/${file}.xml</loc>${changed}`)
  expect(index).toContain('sitemaps/de/pages-0.xml</loc><lastmod>1970-')
  expect(index).toContain('sitemaps/no/pages-0.xml</loc></sitemap>')
  expect(Math.max(...asked)).toBeLessThanOrEqual(500)
})

it('an entry names all versions of its page, or none if it exists in one store only, and its texts are escaped', async () => {
  const text = await textOf(shopOf(3).sources, 'products-0')
  const [, alone, shared] = text.split('<url>')
  expect(alone).toContain('<loc>https://anode.example/sv/artiklar/produkt-0%26%3C&apos;%C3%B6.html</loc>')
  expect(alone).not.toContain('hreflang')
  expect(shared!.match(/hreflang="[^"]+"/g)).toEqual([
    'hreflang="sv-SE"',
    'hreflang="de-DE"',
    'hreflang="x-default"',
  ])
  expect(shared).toContain('<lastmod>2026-09-21T14:13:20.000Z</lastmod>')
})

it('content pages are versions of each other where a store has written them', async () => {
  const text = await textOf(shopOf(0).sources, 'pages-0')
  expect(text).toContain('href="https://anode.example/de/about"')
  expect(text).not.toContain('/no/about')
})

it('an unknown file name gives nothing', () => {
  const { sources } = shopOf(3)
  for (const name of ['products-1', 'products-00', 'products-0x', 'constructor-0', '', 'pages', '-0'])
    expect(sitemapText(sources, 'sv', name)).toBeNull()
})
