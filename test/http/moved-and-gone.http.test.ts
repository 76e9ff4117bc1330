import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { links } from '../../app/links.ts'
import { removeCategory } from '../../catalogue-import/remove-category.server.ts'
import { importProducts } from '../../catalogue-import/import-products.server.ts'
import { machinePaths } from '../../domain/stores/paths.ts'
import { addRedirect } from '../../domain/redirects/redirect-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { createDatabase, type Database } from '../../server/database/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { baseUrl, serverDataDir } from '../base-url.ts'
import { headOf } from './page-head-reader.ts'
import { ask } from './shop-client.ts'
import { testActor } from '../test-actor.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
let postgres: EmbeddedPostgres
let db: Database
let folder: string

// Each test waits for several changes, one after the other.
vi.setConfig({ testTimeout: 180_000 })

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: serverDataDir(), log })
  db = createDatabase(postgres.url, { log })
  folder = await mkdtemp(join(tmpdir(), 'anode-moved-'))
})

afterAll(async () => {
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => ask(baseUrl(), path, { headers })
const answerOf = async (path: string) => {
  const { status, headers } = await get(path)
  return headers['location'] === undefined ? String(status) : `${status} ${String(headers['location'])}`
}

async function importFeed(title: string) {
  const file = join(folder, 'feed.tsv')
  const row = ['TEST-410', title, 'in_stock', '49.00 SEK', '5', 'Testrum > Testhylla']
  await writeFile(file, `id\ttitle\tavailability\tprice\tquantity\tproduct_type\n${row.join('\t')}\n`)
  const result = await importProducts(db, testActor, { file, store: 'sv', reportDirectory: folder })
  expect(result.refused).toBe(0)
}

/** Waits until the nodes have received the change. */
const soon = (path: () => string | Promise<string>) =>
  expect.poll(async () => answerOf(await path()), { timeout: 20_000 })

const slugNow = async () => {
  const { rows } = await sql<{ slug: string }>`
    select slug from store_product join product on id = product_id where sku = 'TEST-410'`.execute(db)
  return rows[0]!.slug
}

it('a product renamed by an import redirects, and links to alternatives when it is no longer sold', async () => {
  await importFeed('Provbatteri')
  const former = links.product('sv', await slugNow())
  await soon(() => former).toBe('200')
  await importFeed('Provbatteri med nytt namn')
  const present = links.product('sv', await slugNow())
  expect(present).not.toBe(former)
  await soon(() => former).toBe(`301 ${present}`)
  expect(await answerOf(`${former}?utm_source=x`)).toBe(`301 ${present}?utm_source=x`)
  expect(await answerOf(former.replace('.html', '.md'))).toBe(`301 ${present.replace('.html', '.md')}`)

  const sibling = await sql<{ slug: string }>`
    with one as (select id from product p join store_product s on s.product_id = p.id and s.store = 'sv'
      where variant_of is null and sku <> 'TEST-410' order by id limit 1)
    insert into product_category select one.id, c.id, 9 from one, category c where c.code like '%testhylla%'
    returning (select slug from store_product s where s.product_id = product_category.product_id and s.store = 'sv')`.execute(
    db,
  )
  await sql`delete from product where sku = 'TEST-410'`.execute(db)
  for (const path of [present, former]) await soon(() => path).toBe('410')
  expect(await answerOf(present.replace('.html', '.md'))).toBe('410')
  const gone = headOf(await get(present))
  expect(gone.robots).toBe('noindex, follow')
  expect(gone.headings).toBe(1)
  expect(gone.text).toContain('Provbatteri med nytt namn')
  expect(gone.text).toContain('TEST-410')
  expect(gone.text).toContain('/sv/artiklar/testrum/testhylla/index.html')
  expect(gone.text).toContain(links.product('sv', sibling.rows[0]!.slug))
  expect((await get(machinePaths.sitemap('sv', 'products-0'))).text).not.toContain(present)

  await importFeed('Provbatteri')
  await soon(() => links.product('sv', 'x')).toBe('404')
  await soon(async () => links.product('sv', await slugNow())).toBe('200')
})

it('moved categories, brands and tags redirect permanently, with their query', async () => {
  await sql`update tag_text set slug = slug || '-nytt' where store = 'da' and slug = 'rejse'`.execute(db)
  await soon(() => `${links.tag('da', 'rejse')}?disc=A`).toBe(`301 ${links.tag('da', 'rejse-nytt')}?disc=A`)
  await sql`update tag_text set slug = 'rejse' where store = 'da' and slug = 'rejse-nytt'`.execute(db)
  await soon(() => links.tag('da', 'rejse')).toBe('200')
  expect(await answerOf(links.tag('da', 'rejse-nytt'))).toBe(`301 ${links.tag('da', 'rejse')}`)

  await sql`insert into category (code, position, show_in_menu) values ('moving', 99, false)`.execute(db)
  await sql`insert into category_text select id, 'no', 'Flytter', 'flytter', 'flytter', '' from category where code = 'moving'`.execute(
    db,
  )
  await soon(() => links.category('no', 'flytter')).toBe('200')
  await sql`update category_text set slug = 'flyttet', path = 'flyttet' where path = 'flytter'`.execute(db)
  await soon(() => links.category('no', 'flytter')).toBe(`301 ${links.category('no', 'flyttet')}`)
  expect(await answerOf(links.categoryAll('no', 'flytter'))).toBe(`301 ${links.categoryAll('no', 'flyttet')}`)
  const empty = headOf(await get(links.category('no', 'flyttet')))
  expect(empty.robots).toBe('noindex, follow')

  await sql`insert into brand (slug, name) values ('gammelt-navn', 'Flytt')`.execute(db)
  await soon(() => links.brand('da', 'gammelt-navn')).toBe('200')
  await sql`update brand set slug = 'nytt-navn' where slug = 'gammelt-navn'`.execute(db)
  for (const store of ['sv', 'da'] as const)
    await soon(() => links.brand(store, 'gammelt-navn')).toBe(`301 ${links.brand(store, 'nytt-navn')}`)
  await sql`delete from brand where slug = 'nytt-navn'`.execute(db)
  await soon(() => links.brand('sv', 'gammelt-navn')).toBe('410')
  await sql`delete from category where code in ('moving')`.execute(db)
})

it('the served feed can be imported again, row by row', async () => {
  const file = join(folder, 'served.tsv')
  await writeFile(file, (await get(machinePaths.productFeed('de'))).text)
  const result = await importProducts(db, testActor, {
    file,
    store: 'de',
    reportDirectory: folder,
    dryRun: true,
  })
  expect(result.refused).toBe(0)
  expect(result.read).toBeGreaterThan(100)
})

it('a removed category redirects to the one that has its products, and is 410 if there is none', async () => {
  const records = ['sprang-a', 'sprang-b'].map((code) =>
    JSON.stringify({
      record: 'category',
      code,
      position: 99,
      showInMenu: false,
      texts: { sv: { name: code, slug: code, description: '' } },
    }),
  )
  const file = join(folder, 'categories.ndjson')
  await writeFile(file, records.join('\n'))
  await importProducts(db, testActor, { file, reportDirectory: folder })
  const [a, b] = [links.category('sv', 'sprang-a'), links.category('sv', 'sprang-b')]
  await soon(() => b).toBe('200')
  await removeCategory(db, testActor, 'sprang-a', { moveTo: 'sprang-b' })
  await soon(() => a).toBe(`301 ${b}`)
  await removeCategory(db, testActor, 'sprang-b')
  await soon(() => b).toBe('410')
  await soon(() => a).toBe('410')
  expect((await get(b)).text).toContain('This page is gone')
})

it('addresses of a former shop redirect where there is no page, to the store of the visitor first', async () => {
  const redirect = (store: StoreCode, from: string, to: string) =>
    addRedirect({ db, clock: Date.now, publicUrl: baseUrl() }, testActor, { store, from, to })
  // A 404 that is stored is dropped.
  expect(await answerOf('/sv/pages/om-oss')).toBe('404')
  await redirect('sv', '/sv/pages/om-oss', '/sv/about')
  await redirect('sv', '/products/Gammal', '/products/ny')
  await redirect('sv', '/products/ny', '/sv/about?x=1')
  await redirect('da', '/products/gammal', '/da/about')
  // A page that exists is shown.
  await redirect('sv', '/sv/about', '/sv')
  await soon(() => '/sv/pages/om-oss').toBe('301 /sv/about')
  await soon(() => '/products/gammal/').toBe('302 /products/gammal')
  await soon(() => '/products/gammal').toBe('301 /sv/about?x=1')
  expect(await answerOf('/products/gammal?utm_source=x')).toBe('301 /sv/about?x=1&utm_source=x')
  expect(await answerOf('/collections/alla/products/gammal')).toBe('301 /sv/about?x=1')
  // It was added last, and a node may read the redirects in between.
  await expect
    .poll(async () => {
      const danish = await get('/products/gammal', { cookie: 'i18n_redirected=da' })
      return [danish.status, danish.headers['location']]
    })
    .toEqual([301, '/da/about'])
  // As the former shop showed its pages to each country.
  expect(await answerOf('/da/products/gammal')).toBe('301 /da/about')
  expect(await answerOf('/da-dk/products/gammal')).toBe('301 /da/about')
  expect(await answerOf('/sv/collections/alla/products/gammal')).toBe('301 /sv/about?x=1')
  expect(await answerOf('/sv/about')).toBe('200')
  expect(await answerOf('/products/unknown')).toBe('404')
  // The page to which it leads was removed since: it does not lead back to itself.
  await redirect('sv', '/fanns-forr', '/sv/fanns-forr')
  await soon(() => '/fanns-forr').toBe('301 /sv/fanns-forr')
  expect(await answerOf('/sv/fanns-forr')).toBe('404')
})

it('redirects reach addresses of products, categories, brands, tags and devices that the shop does not have', async () => {
  const missing = [
    links.product('sv', 'fanns-forr'),
    links.category('sv', 'fanns/forr'),
    links.categoryAll('sv', 'fanns/forr'),
    links.brand('sv', 'fanns-forr'),
    links.tag('sv', 'fanns-forr'),
    '/sv/hitta-batteri/fanns-forr',
    '/sv/artiklar/fanns-forr',
  ]
  for (const path of missing) expect([path, await answerOf(path)]).toEqual([path, '404'])
  const context = { db, clock: Date.now, publicUrl: baseUrl() }
  for (const from of missing) await addRedirect(context, testActor, { store: 'sv', from, to: '/sv/about' })
  for (const path of missing) await soon(() => path).toBe('301 /sv/about')
  // A page that says a category is gone gives way to a redirect.
  const gone = links.category('sv', 'sprang-b')
  expect(await answerOf(gone)).toBe('410')
  await addRedirect(context, testActor, { store: 'sv', from: gone, to: '/sv/about' })
  await soon(() => gone).toBe('301 /sv/about')
})
