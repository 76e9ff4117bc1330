import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importProducts } from '../catalogue-import/import-products.server.ts'
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import { zipOf } from '../catalogue-import/zip-fixture.test-support.ts'
import { testActor } from '../test/test-actor.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport()

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anode-former-pages-'))
  const file = join(folder, 'feed.tsv')
  const rows = [
    'LADD-20\tLaddare för mobil USB-C 20 W\t7311271311379\tLaddare\t199.00 SEK\tin_stock\t5',
    'LADD-65\tLaddare för mobil USB-C 65 W\t\tLaddare\t399.00 SEK\tin_stock\t5',
  ]
  await writeFile(
    file,
    ['id\ttitle\tgtin\tproduct_type\tprice\tavailability\tquantity', ...rows, ''].join('\n'),
  )
  const result = await importProducts(shop.test.db, testActor, { file, store: 'sv', reportDirectory: null })
  expect(result.refused).toBe(0)
  await rm(folder, { recursive: true })
  await sql`insert into content_page (store, path, title, body, preview_key)
    values ('sv', 'about', 'Om oss', '', 'k')`.execute(shop.test.db)
})

const urlset = (...urls: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('\n')}
</urlset>`
const url = (loc: string, more = '') => `<url><loc>${loc}</loc>${more}</url>`
const host = 'https://www.old.example'
const stored = async () =>
  (
    await shop.test.db
      .selectFrom('former_page')
      .select(['path', 'title', 'target', 'reason', 'confidence', 'store'])
      .orderBy('path')
      .execute()
  ).map(({ store, ...page }) => ({ ...page, store }))
const ladd65 = '/sv/artiklar/laddare-for-mobil-usb-c-65-w-ladd-65.html'

it('a sitemap of Shopify is matched with the pages of the store', async () => {
  const text = urlset(
    url(`${host}/`),
    url(
      `${host}/products/8817`,
      '<lastmod>2026-01-01</lastmod><image:image><image:loc>https://cdn.example/a.jpg</image:loc><image:title>Laddare för mobil USB-C 65 W</image:title></image:image>',
    ),
    url(`${host}/products/ladd-20?variant=1`),
    url(`${host}/collections/laddare`),
    url(`${host}/pages/om-oss`),
    url(`${host}/blogs/nyheter/grillen`),
    url(`${host}/sv/about`),
    url(`${host}/no/products/x`),
  )
  const result = await shop.imported(text)
  expect(result).toMatchObject({ holds: 'former-pages', read: 8, created: 5, unchanged: 2, refused: 1 })
  expect(result.table).toMatchObject({ preset: 'sitemap' })
  expect(result.reports).toMatchObject([
    { outcome: 'noted', code: 'no_page_found', row: 6, value: '/blogs/nyheter/grillen' },
    { outcome: 'refused', code: 'other_store', row: 8, value: 'no' },
  ])
  expect(await stored()).toMatchObject([
    { path: '/blogs/nyheter/grillen', target: null, reason: null, confidence: 'none', store: 'sv' },
    {
      path: '/collections/laddare',
      target: '/sv/artiklar/laddare/index.html',
      reason: 'address',
      confidence: 'sure',
    },
    { path: '/pages/om-oss', target: '/sv/about', reason: 'address', confidence: 'sure' },
    {
      path: '/products/8817',
      title: 'Laddare för mobil USB-C 65 W',
      target: ladd65,
      reason: 'name',
      confidence: 'likely',
    },
    { path: '/products/ladd-20', reason: 'sku', confidence: 'sure' },
  ])
  expect(await shop.imported(text)).toMatchObject({ created: 0, changed: 0, unchanged: 7 })
})

it('a check proposes and stores nothing', async () => {
  const result = await shop.imported(urlset(url(`${host}/p/ladd-65`)), { dryRun: true })
  expect(result).toMatchObject({ created: 1 })
  expect(result.changes).toMatchObject([{ id: '/p/ladd-65', before: '/p/ladd-65', after: ladd65 }])
  expect(await stored()).toEqual([])
})

it('sitemaps of an index are taken as a zip file, also packed; the index without them is refused', async () => {
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${host}/a.xml</loc></sitemap></sitemapindex>`
  const zip = zipOf([
    { name: 'sitemap.xml', contents: Buffer.from(index) },
    { name: 'a.xml', contents: Buffer.from(urlset(url(`${host}/p/ladd-65`))) },
    { name: 'b.xml.gz', contents: gzipSync(urlset(url(`${host}/p/ladd-20`), url(`${host}/p/ladd-65/`))) },
  ])
  const result = await shop.imported(zip)
  expect(result).toMatchObject({ read: 3, created: 2, refused: 1 })
  expect(result.reports).toMatchObject([{ code: 'duplicate_id', row: 3 }])
  await expect(shop.imported(index)).rejects.toThrow('index of sitemaps')
  expect(await shop.imported(gzipSync(urlset(url(`${host}/p/ladd-65`))))).toMatchObject({ unchanged: 1 })
})

it.each([
  ['a plain list', `${host}/p/ladd-65\r\n\r\n${host}/p/ladd-20\r\n`],
  ['a plain list with a name', `URL\n${host}/p/ladd-65\n${host}/p/ladd-20`],
  [
    'a crawl of Screaming Frog',
    `"Address","Content Type","Status Code","Status","Title 1"\n"${host}/p/ladd-65","text/html; charset=UTF-8","200","OK","Laddare"\n"${host}/a.js","text/javascript","200","OK",""\n"${host}/gone","text/html","404","Not Found",""\n"${host}/p/ladd-20","text/html","301","Moved",""\n`,
  ],
  [
    'pages of Search Console',
    `Top pages;Clicks;Impressions;CTR;Position\n${host}/p/ladd-65;5;10;50%;1\n${host}/p/ladd-20;1;2;3%;4\n`,
  ],
  ['addresses with titles', `url\ttitle\n${host}/x/1\tLaddare för mobil USB-C 65 W\n${host}/p/ladd-20\t\n`],
])('%s is read', async (_, text) => {
  expect(await shop.imported(text)).toMatchObject({ holds: 'former-pages', read: 2, created: 2, refused: 0 })
  expect((await stored()).map(({ target }) => target !== null)).toEqual([true, true])
})

it('addresses that redirect already are not listed', async () => {
  await sql`insert into redirect (store, path, target, target_path, created_at)
    values ('sv', '/p/ladd-65', '/sv', '/sv', now())`.execute(shop.test.db)
  expect(await shop.imported(urlset(url(`${host}/p/ladd-65`)))).toMatchObject({ created: 0, unchanged: 1 })
  expect(await stored()).toEqual([])
})

it('hostile documents are refused, and a table of products is none of addresses', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${urlset(url(`${host}/&b;`))}`
  await expect(shop.imported(bomb)).rejects.toThrow(FeedFault)
  await expect(shop.imported(`<urlset>${'<a>'.repeat(100)}`)).rejects.toThrow('nested')
  await expect(shop.imported(`url;title;price\n${host}/x;Laddare;10\n`)).rejects.toThrow(
    'no table of another shop',
  )
  expect(await stored()).toEqual([])
})

it('ten thousand addresses go in', async () => {
  const text = urlset(
    ...Array.from({ length: 10_000 }, (_, at) => url(`${host}/products/laddare-mobil-${at}`)),
  )
  expect(await shop.imported(text)).toMatchObject({ read: 10_000, created: 10_000 })
})
