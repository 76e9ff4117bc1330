import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { openContent } from '../domain/content/content-store.server.ts'
import { readRedirects } from '../domain/redirects/redirect-repository.server.ts'
import { redirectList } from './redirect-list.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport('da')
const file = (...lines: string[]) => `Redirect from,Redirect to\r\n${lines.join('\r\n')}\r\n`
const stored = async () => (await readRedirects(shop.test.db)).toSorted((a, b) => (a.path < b.path ? -1 : 1))

it('redirects of Shopify go in, and a second import changes nothing', async () => {
  const text = file('/products/gammel-cr2032,/products/cr2032', '/Pages/Om-os,https://shop.example/da/about')
  const first = await shop.imported(text)
  expect(first).toMatchObject({ holds: 'redirects', read: 2, created: 2, refused: 0 })
  expect(first.table).toMatchObject({ preset: 'shopify-redirects', separator: ',', columnCount: 2 })
  // The other one leads to an address of this shop.
  expect(first.reports).toMatchObject([
    { outcome: 'noted', row: 2, code: 'former_address', value: '/products/cr2032' },
  ])
  expect(await stored()).toEqual([
    { store: 'da', path: '/pages/om-os', target: '/da/about' },
    { store: 'da', path: '/products/gammel-cr2032', target: '/products/cr2032' },
  ])
  expect(await shop.imported(text)).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  const { rows } = await sql<{ action: string; after: object; store: string }>`
    select action, after, store from audit_entry`.execute(shop.test.db)
  expect(rows).toEqual([
    { action: 'shop.import', after: { holds: 'redirects', created: 2, changed: 0 }, store: 'da' },
  ])
})

it('only targets that lead to no page of the shop are noted', async () => {
  await shop.imported(file('/products/cell,/da/artiklar/cell-1'))
  await sql`insert into content_page (store, path, title, body, preview_key)
    values ('da', 'hjaelp', 'Hjælp', '', 'k')`.execute(shop.test.db)
  const result = await shop.imported(
    file(
      '/old-cell,/products/cell',
      '/older-cell,/collections/alle/products/cell',
      '/oldest-cell,/old-cell',
      '/help,/pages/hjaelp',
      '/start,/',
      '/gone,/products/gone',
      '/no-page,/pages/none',
      '/goner,/gone',
    ),
    { dryRun: true },
  )
  expect(result).toMatchObject({ created: 8, refused: 0 })
  expect(result.reports.map((report) => [report.row, report.outcome, report.code])).toEqual(
    [7, 8, 9].map((row) => [row, 'noted', 'former_address']),
  )
})

it('a redirect that leads to a page of this shop is not replaced by one that leads nowhere', async () => {
  await shop.imported(file('/products/cell,/da/artiklar/cell-1', '/products/lamp,/da/artiklar/lamp-1'))
  const text = file(
    '/products/cell,/collections/all',
    // It would hide the redirect of the product.
    '/collections/alle/products/cell,/collections/all',
    // Another row leads on to a page.
    '/products/lamp,/collections/lamper',
    '/collections/lamper,/da/artiklar/lamper/index.html',
    '/pages/new,/collections/all',
  )
  for (const dryRun of [true, false]) {
    const result = await shop.imported(text, { dryRun })
    expect(result).toMatchObject({ created: 2, changed: 1, refused: 2 })
    expect(result.reports).toMatchObject([
      { row: 2, outcome: 'refused', code: 'dead_target', column: 'Redirect to', value: '/collections/all' },
      { row: 3, outcome: 'refused', code: 'dead_target' },
      { row: 6, outcome: 'noted', code: 'former_address' },
    ])
  }
  expect(await stored()).toEqual([
    { store: 'da', path: '/collections/lamper', target: '/da/artiklar/lamper/index.html' },
    { store: 'da', path: '/pages/new', target: '/collections/all' },
    { store: 'da', path: '/products/cell', target: '/da/artiklar/cell-1' },
    { store: 'da', path: '/products/lamp', target: '/collections/lamper' },
  ])
})

it('a dry run reports differences and writes nothing', async () => {
  await shop.imported(file('/a,/da/one'))
  const result = await shop.imported(file('/a,/da/two', '/b,/da'), { dryRun: true })
  expect(result).toMatchObject({ dryRun: true, created: 1, changed: 1 })
  expect(result.changes).toEqual([
    {
      outcome: 'changed',
      row: 2,
      line: 2,
      id: '/a',
      column: 'Redirect to',
      before: '/da/one',
      after: '/da/two',
    },
  ])
  expect(await stored()).toEqual([{ store: 'da', path: '/a', target: '/da/one' }])
})

it('rows that lead elsewhere, nowhere or in a circle are refused, all others go in', async () => {
  const result = await shop.imported(
    file(
      '/a,https://evil.example/',
      '/b,//evil.example',
      'no-path,/da',
      '/c,',
      '/d,/e',
      '/e,/f',
      '/f,/d',
      '/A,/da/again',
      '/a/,/da/twice',
    ),
  )
  expect(result.reports.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
    { row: 2, code: 'other_host', column: 'Redirect to' },
    { row: 3, code: 'other_host' },
    { row: 4, code: 'bad_address', column: 'Redirect from', value: 'no-path' },
    { row: 5, code: 'missing', column: 'Redirect to' },
    { row: 8, code: 'redirect_loop', column: 'Redirect to', value: '/d' },
    { row: 9, code: 'duplicate_id', detail: { values: { row: 2 } } },
    { row: 10, code: 'duplicate_id' },
  ])
  expect((await stored()).map(({ path }) => path)).toEqual(['/d', '/e'])
})

it('the content of the shop follows redirects, and no chain of more than ten', async () => {
  const chain = Array.from({ length: 10 }, (_, at) => `/hop-${at},/hop-${at + 1}`)
  await shop.imported(file(...chain.toReversed(), '/hop-10,/da/about'))
  // The first of eleven is refused, or ten would lead to one.
  const { content } = await openContent(shop.test.db)
  expect(content.redirect('da', '/Hop-5')).toBe('/da/about')
  expect(content.redirect('sv', '/hop-5')).toBeNull()
  expect(await shop.imported(file('/hop-11,/hop-0'))).toMatchObject({ refused: 1 })
})

it('lists of plugins and merchants go in, without their patterns', async () => {
  const result = await shop.imported(
    'source,target,regex,code,status\n/gammel,/da/about,0,301,enabled\n/blog/(.*),/da,1,301,enabled\n/ny,/da,0,301,disabled\n',
  )
  expect(result).toMatchObject({ created: 1, refused: 2, table: { preset: 'redirect-list' } })
  expect(result.reports).toMatchObject([
    { row: 3, outcome: 'refused', code: 'bad_address', column: 'source', value: '/blog/(.*)' },
    { row: 4, outcome: 'refused', code: 'redirect_disabled', column: 'status' },
  ])
  expect(await shop.imported('Gammel URL;Ny URL\nhttps://gammel.example/om;/da/about\n')).toMatchObject({
    created: 1,
    refused: 0,
  })
  expect(await stored()).toEqual([
    { store: 'da', path: '/gammel', target: '/da/about' },
    { store: 'da', path: '/om', target: '/da/about' },
  ])
})

it('a list of prices with a period is none of redirects', () => {
  expect(redirectList.matches(['SKU', 'Name', 'Price', 'Stock', 'From', 'To'])).toBe(false)
  expect(redirectList.matches(['Från', '2026-01-01', 'Till', '2026-12-31'])).toBe(false)
  expect(redirectList.matches(['Från', 'Till'])).toBe(true)
})
