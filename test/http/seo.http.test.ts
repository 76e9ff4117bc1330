import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { links } from '../../app/links.ts'
import { orderLinks } from '../../app/order-links.ts'
import { machinePaths } from '../../domain/stores/paths.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { headOf, readHead } from './page-head-reader.ts'
import { ask, someCategory, someProduct } from './shop-client.ts'

const get = (path: string, headers: Record<string, string> = {}) => ask(baseUrl(), path, { headers })
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!)
const pathOf = (address: string) => address.replace(baseUrl(), '')

/** Every sitemap of a store with its entries. */
async function sitemapsOf(store: StoreCode) {
  const index = await get(machinePaths.sitemapIndex)
  const files = locations(index.text).filter((address) => pathOf(address).startsWith(`/sitemaps/${store}/`))
  return Promise.all(files.map(async (address) => ({ address, ...(await get(pathOf(address))) })))
}

/** An evenly spaced sample of a list; the same at every run. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count)
  return Array.from({ length: Math.min(count, list.length) }, (_, index) => list[Math.floor(index * step)]!)
}

it('a page links the manifest and the icons of its store, which respond as such and may be cached', async () => {
  for (const store of storeCodes) {
    const page = await get(`/${store}`)
    const linked = (rel: string) =>
      new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(page.text)?.[1] ?? `no ${rel}`
    const { status, headers, text } = await get(linked('manifest'))
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const manifest = JSON.parse(text) as { lang: string; start_url: string; icons: { src: string }[] }
    expect([manifest.lang, manifest.start_url]).toEqual([stores[store].iso, `/${store}`])
    for (const path of [...manifest.icons.map(({ src }) => src), linked('apple-touch-icon')]) {
      const icon = await get(path)
      expect([path, icon.status, icon.headers['content-type']]).toEqual([path, 200, 'image/png'])
    }
  }
  expect((await get('/manifests/fi.webmanifest')).status).toBe(404)
})

describe('the sitemaps', () => {
  it('have a limited number of addresses each, are well-formed, dated by the catalogue, and cacheable', async () => {
    for (const store of storeCodes) {
      const files = await sitemapsOf(store)
      expect(files.map(({ address }) => address.replace(/^.*\/|-\d+\.xml$/g, ''))).toEqual(
        expect.arrayContaining(['pages', 'categories', 'brands', 'tags', 'products']),
      )
      for (const { status, headers, text } of files) {
        expect(status).toBe(200)
        expect(headers['content-type']).toContain('xml')
        expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/)
        expect(locations(text).length).toBeGreaterThan(0)
        expect(locations(text).length).toBeLessThanOrEqual(10_000)
        expect(isBalanced(text)).toBe(true)
      }
      const products = files.find(({ address }) => address.includes('/products-'))!.text
      const dates = [...products.matchAll(/<lastmod>([^<]+)<\/lastmod>/g)].map(([, date]) =>
        Date.parse(date!),
      )
      expect(dates.length).toBe(locations(products).length)
      expect(dates.every((date) => date > 0 && date <= Date.now())).toBe(true)
    }
  })

  it('list the pages that the law requires, which no merchant has to write', async () => {
    for (const store of storeCodes) {
      const pages = (await sitemapsOf(store)).find(({ address }) => address.includes('/pages-'))!.text
      expect(locations(pages).map(pathOf)).toEqual(
        expect.arrayContaining([`/${store}/cookies`, `/${store}/accessibility`, `/${store}/withdrawal`]),
      )
    }
  })

  it('list pages that respond, are indexable, canonical and list the same alternates', async () => {
    const check = async (store: StoreCode) => {
      for (const { text } of await sitemapsOf(store)) {
        const entries = text.split('<url>').slice(1)
        for (const entry of spread(entries, 6)) {
          const [address = ''] = locations(`<url>${entry}`)
          const head = await readHead(baseUrl(), address)
          expect([address, head.status, head.robots, head.canonical]).toEqual([address, 200, null, address])
          const links = [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)]
          expect(head.versions, address).toEqual(
            Object.fromEntries(links.map(([, language, href]) => [language, href])),
          )
        }
      }
    }
    // Again where a file that runs beside this one has moved a page since its sitemap was read.
    for (const store of storeCodes) await vi.waitFor(() => check(store), { timeout: 30_000, interval: 500 })
  }, 180_000)

  it('are compressed for clients that accept it, and not sent again if unchanged', async () => {
    const path = `/sitemaps/sv/products-0.xml`
    const packed = await get(path, { 'accept-encoding': 'gzip, br' })
    const plain = await get(path)
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.text).toBe(plain.text)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5)
    const again = await get(path, { 'if-none-match': String(plain.headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('with an unknown name respond with 404', async () => {
    for (const path of [
      '/sitemaps/fi/products-0.xml',
      '/sitemaps/sv/products-999.xml',
      '/sitemaps/sv/products-0',
      '/sitemaps/sv/constructor-0.xml',
      '/sitemaps/sv/..%2F..%2Fetc%2Fpasswd.xml',
      '/sitemaps/sv/products-1e0.xml',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

/** Whether every element is closed in order: enough of a parser for the shop's output. */
function isBalanced(xml: string): boolean {
  const open: string[] = []
  for (const [, closing, name, selfClosing] of xml.matchAll(/<(\/?)([a-z:]+)[^<>]*?(\/?)>/g)) {
    if (selfClosing) continue
    if (!closing) open.push(name!)
    else if (open.pop() !== name) return false
  }
  const words = xml.replace(/<[^<>]+>/g, '')
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/.test(words)
}

describe('the alternates of a page in other stores', () => {
  it('list each other, themselves and x-default', async () => {
    const starts = await Promise.all(
      storeCodes.map(async (store) => {
        const { path } = await someCategory(baseUrl(), store)
        const product = await someProduct(baseUrl(), store)
        return [
          links.home(store),
          links.category(store, path),
          links.categoryAll(store, path),
          links.product(store, product.slug),
          links.brand(store, product.brand!.slug),
          links.page(store, 'about'),
        ]
      }),
    )
    for (const path of starts.flat()) {
      const { versions, canonical } = await readHead(baseUrl(), path)
      expect(Object.values(versions), path).toContain(canonical)
      expect(versions['x-default'], path).toBe(versions[stores.sv.iso])
      for (const [language, address] of Object.entries(versions)) {
        const other = await readHead(baseUrl(), address)
        expect([address, other.status, other.versions]).toEqual([address, 200, versions])
        if (language !== 'x-default') expect(other.text).toContain(`<html lang="${language}"`)
      }
    }
  })
})

describe('a listing', () => {
  it('is indexable unfiltered, page by page; a filtered or reordered one names it as canonical', async () => {
    const { path } = await someCategory(baseUrl(), 'sv', 50)
    const plain = links.categoryAll('sv', path)
    const head = async (query: string) => readHead(baseUrl(), plain + query)
    const [first, second] = [await head(''), await head('?page=2')]
    expect([first.robots, pathOf(first.canonical)]).toEqual([null, plain])
    expect([second.robots, pathOf(second.canonical)]).toEqual([null, `${plain}?page=2`])
    expect(second.title).not.toBe(first.title)
    for (const query of ['?sort=price_asc', '?stock=in_stock', '?stock=in_stock&page=2', '?rating=4']) {
      const narrowed = await head(query)
      expect([query, narrowed.robots, pathOf(narrowed.canonical)]).toEqual([query, 'noindex, follow', plain])
      expect(narrowed.versions).toEqual({})
    }
  })
})

describe('the head of every kind of page', () => {
  it('has a title and a description of its own, of a length that is displayed in full, and one heading', async () => {
    for (const store of storeCodes) {
      const { path } = await someCategory(baseUrl(), store)
      const product = await someProduct(baseUrl(), store)
      const tag = locations(
        (await sitemapsOf(store)).find(({ address }) => address.includes('/tags-'))!.text,
      )[0]!
      const heads = await Promise.all(
        [
          links.home(store),
          links.category(store, path),
          links.categoryAll(store, path),
          links.product(store, product.slug),
          links.brand(store, product.brand!.slug),
          tag,
          links.page(store, 'about'),
        ].map((address) => readHead(baseUrl(), address)),
      )
      expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
      for (const { title, description, headings, text, canonical } of heads) {
        expect(title.length, canonical).toBeLessThanOrEqual(110)
        expect(title.length, canonical).toBeGreaterThan(15)
        expect(description.length, canonical).toBeGreaterThan(40)
        expect(description.length, canonical).toBeLessThanOrEqual(160)
        expect(headings, canonical).toBe(1)
        expect(text.match(/<img(?![^>]*\salt=)[^>]*>/g), canonical).toBeNull()
        expect(text, canonical).toContain('<meta property="og:image" content="http')
      }
    }
  })

  it('excludes pages of one shopper and search results from indexing', async () => {
    for (const path of [links.search('sv', 'batteri'), links.checkout('no'), orderLinks.trackOrder('de')]) {
      const { robots } = await readHead(baseUrl(), path)
      expect([path, robots]).toEqual([path, 'noindex, follow'])
    }
  })

  it('describes the shop, its search, the product with its offer, and its breadcrumbs', async () => {
    for (const store of storeCodes) {
      const home = await readHead(baseUrl(), links.home(store))
      expect(home.data['OnlineStore']).toMatchObject({ areaServed: stores[store].countryCode })
      const action = home.data['WebSite']!['potentialAction'] as { target: { urlTemplate: string } }
      const results = await get(pathOf(action.target.urlTemplate).replace('{search_term_string}', 'aa'))
      expect(results.status).toBe(200)
      const card = await someProduct(baseUrl(), store)
      const page = await readHead(baseUrl(), links.product(store, card.slug))
      expect(page.data['Product']).toMatchObject({
        sku: card.sku,
        offers: { priceCurrency: stores[store].currency, url: page.canonical },
      })
      const { image } = page.data['Product'] as { image: string[] }
      expect((await get(pathOf(image[0]!))).headers['content-type']).toBe('image/webp')
      const trail = page.data['BreadcrumbList']!['itemListElement'] as { item?: string; position: number }[]
      expect(trail.map(({ position }) => position)).toEqual(trail.map((_, index) => index + 1))
      for (const { item } of trail) if (item) expect((await get(pathOf(item))).status).toBe(200)
    }
  })
})

describe('a product as Markdown', () => {
  it('is served under .md and by content negotiation, and names its page', async () => {
    const { slug, name, sku } = await someProduct(baseUrl(), 'de')
    const page = links.product('de', slug)
    const own = await get(links.productMarkdown('de', slug))
    const asked = await get(page, { accept: 'text/markdown, text/html;q=0.8' })
    expect(own.status).toBe(200)
    expect(own.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(own.headers['link']).toBe(`<${baseUrl()}${page}>; rel="canonical"`)
    expect(own.text).toMatch(/^# /)
    expect(own.text).toContain(sku)
    expect(own.text).toMatch(/\d+\.\d\d EUR/)
    expect(asked.text).toBe(own.text)
    expect(String(asked.headers['vary'])).toContain('accept')
    const html = await get(page, { accept: 'text/html,*/*' })
    expect(html.text).toContain(name)
    expect(html.headers['content-type']).toContain('text/html')
    expect(headOf(html).text).toContain(`href="${baseUrl()}${links.productMarkdown('de', slug)}"`)
  })

  it('responds correctly to every address', async () => {
    for (const path of [
      '/sv/artiklar/no-such-product.md',
      '/fi/artiklar/a.md',
      '/sv/artiklar/%3Cscript%3E.md',
      '/sv/artiklar/..%2F..%2Fetc.md',
      `/sv/artiklar/${'x'.repeat(900)}.md`,
      '/sv/artiklar/%00.md',
      '/sv/artiklar/.md',
    ]) {
      const { status, text } = await get(path)
      expect([400, 404], path).toContain(status)
      expect(text).not.toContain('<script>.md')
    }
  })
})

describe('files for machines', () => {
  it('name the sitemaps, the stores and the API, and block no indexable page', async () => {
    const robots = await get('/robots.txt')
    expect(robots.text).toContain(`Sitemap: ${baseUrl()}/sitemap.xml`)
    const shut = [...robots.text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path!)
    for (const store of storeCodes)
      for (const { text } of await sitemapsOf(store))
        for (const address of locations(text))
          expect(shut.some((path) => pathOf(address).startsWith(path))).toBe(false)
    const llms = await get('/llms.txt')
    expect(llms.text).toMatch(/^# Anode\n\n> /)
    for (const [, address] of llms.text.matchAll(/\]\(([^)]+)\)/g))
      expect([address, (await get(pathOf(address!))).status]).toEqual([address, 200])
  })

  it('have the offers of a store as RSS', async () => {
    for (const store of storeCodes) {
      const { status, headers, text } = await get(machinePaths.offersFeed(store))
      expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
      expect(isBalanced(text.replace(/<\?xml[^>]*>/, ''))).toBe(true)
      const found = [...text.matchAll(/<item>.*?<link>([^<]+)<\/link>/g)].map(([, link]) => pathOf(link!))
      expect(found.length).toBeGreaterThan(3)
      expect((await get(found[0]!)).status).toBe(200)
    }
    expect((await get('/feeds/fi/offers.rss')).status).toBe(404)
  })

  it('have the products of a store for Meta, with pictures that it reads', async () => {
    const { status, headers, text } = await get(machinePaths.productFeed('da', 'meta.csv'))
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const [header, ...rows] = text.trimEnd().split('\n')
    expect(header).toMatch(/^id,title,description,availability,condition,price,link,image_link,/)
    expect(rows.length).toBeGreaterThan(100)
    const [picture] = /https?:\/\/[^",]+\.jpeg/.exec(text)!
    const answer = await get(pathOf(picture))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await get('/feeds/fi/meta.csv')).status).toBe(404)
  })

  it('have the products of a store for the price comparison services of its country', async () => {
    for (const [store, file] of [
      ['de', 'idealo.csv'],
      ['no', 'kelkoo.tsv'],
      ['da', 'pricerunner.tsv'],
    ] as const) {
      const { status, headers, text } = await get(machinePaths.productFeed(store, file))
      expect([file, status, headers['last-modified']]).toEqual([file, 200, expect.stringMatching(/GMT$/)])
      expect(text.trimEnd().split('\n').length).toBeGreaterThan(100)
    }
    for (const path of ['/feeds/sv/idealo.csv', '/feeds/de/pricerunner.tsv', '/feeds/fi/kelkoo.tsv'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  it('return the same feed to concurrent requests, compressed or not', async () => {
    const path = machinePaths.productFeed('no')
    const answers = await Promise.all([get(path), get(path, { 'accept-encoding': 'gzip' }), get(path)])
    const digests = answers.map(({ text }) => createHash('sha256').update(text).digest('hex'))
    expect(new Set(digests).size).toBe(1)
    expect(answers[0].text.split('\n').length).toBeGreaterThan(100)
    expect((await get('/feeds/fi/products.tsv')).status).toBe(404)
  })
})
