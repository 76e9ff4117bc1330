import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { indexContents } from '../../test/index-contents.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { addProduct, smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import { pruneChangeLog } from '../build/change-log.server.ts'
import { schemaHash } from '../schema/index-schema.server.ts'
import { minor } from '../../domain/money/money.ts'
import { toSku } from '../../domain/products/sku.ts'

let test: TestDatabase
let ids: SmallCatalogue
let dataDir: string
let index: CatalogueIndex
let tags: string[]
let notes: string[]
let clock: number | null

const file = () => join(dataDir, 'index', `catalogue-${schemaHash}.sqlite`)

function open(folder = dataDir): CatalogueIndex {
  return openCatalogueIndex({
    dataDir: folder,
    databaseUrl: test.url,
    log: { info: (text) => void notes.push(text), warn: (text) => void notes.push(text) },
    onChange: (changed) => tags.push(...changed),
    now: () => clock ?? Date.now(),
    pollMs: 300,
  })
}

beforeEach(async () => {
  tags = []
  notes = []
  clock = null
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-index-'))
  index = open()
  await index.ready
  tags.length = 0
})

afterEach(async () => {
  await index.close()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
  expect(notes.filter((note) => note.includes('could not be refreshed'))).toEqual([])
})

const card = (sku: string) => index.catalogue.productsBySku('sv', [toSku(sku)])[0]
const price = (sku: string) => card(sku)?.prices.n[0]?.p
const setPrice = (sku: string, minor: number) =>
  sql`update price_tier set price_minor = ${minor} where product_id = ${ids[sku]!} and store = 'sv'`
const listed = (path: string, sort: 'price_asc' | 'relevance' = 'relevance') =>
  index.catalogue
    .listing('sv', { scope: { kind: 'category', path }, sort, page: 1, facets: {} })
    ?.products.map((product) => product.sku)

describe('changes', () => {
  it('a new price is shown without being asked for, and the tags of its pages are emitted', async () => {
    await setPrice('NC-2032', 9950).execute(test.db)
    await vi.waitFor(() => expect(price('NC-2032')).toBe(99.5), { timeout: 30_000, interval: 10 })
    expect(listed('batterier', 'price_asc')).toEqual(['NC-OUT', 'NC-AA4', 'NC-AA10', 'NC-2032'])
    const [batteries, button] = index.catalogue.category('sv', 'batterier/knappceller')!.hierarchy
    for (const tag of [`product:${ids['NC-2032']}`, `category:${batteries!.id}`, `category:${button!.id}`]) {
      expect(tags).toContain(tag)
    }
    expect(tags).not.toContain('catalogue')
  })

  it('a changed variant also changes its parent', async () => {
    await setPrice('KV-CABLE-1', 9900).execute(test.db)
    await index.refresh()
    expect(price('KV-CABLE')).toBe(99)
    expect(tags).toContain(`product:${ids['KV-CABLE']}`)
  })

  it('a part of a set that is sold out also changes the set', async () => {
    const available = (units: number) =>
      sql`update stock set available = ${units} where product_id = ${ids['NC-2032']} and store = 'sv'`.execute(
        test.db,
      )
    expect(card('NC-AA10')).toMatchObject({ stock_status: 'few_left', orderable: true })
    // The set needs two.
    await available(1)
    await index.refresh()
    expect(card('NC-2032')).toMatchObject({ stock_status: 'few_left', orderable: true })
    expect(card('NC-AA10')).toMatchObject({
      stock_status: 'out_of_stock',
      orderable: false,
      notifyable: true,
    })
    expect(tags).toContain(`product:${ids['NC-AA10']}`)
    await available(50)
    await index.refresh()
    expect(card('NC-AA10')).toMatchObject({ stock_status: 'in_stock', orderable: true })
  })

  it('products are added, moved and removed, with their addresses, numbers and counts', async () => {
    const id = await addProduct(test.db, {
      sku: 'NEW-1',
      name: 'Bilbatteri',
      category: 'cables',
      attributes: { battery_size: 'aa' },
    })
    await index.refresh()
    expect(listed('kablar')).toContain('NEW-1')
    expect(
      (await index.catalogue.search('sv', { query: 'bilbatt', sort: 'relevance', page: 1, facets: {} }))
        .total,
    ).toBe(1)
    await sql`update product_category set category_id = (select id from category where code = 'button') where product_id = ${id}`.execute(
      test.db,
    )
    await sql`update store_product set slug = 'nytt', name = 'Båtbatteri', description = 'Till båten' where product_id = ${id} and store = 'sv'`.execute(
      test.db,
    )
    await index.refresh()
    expect(listed('kablar')).not.toContain('NEW-1')
    expect(index.catalogue.category('sv', 'batterier')!.count).toBe(5)
    expect(index.catalogue.product('sv', 'nytt')).not.toBeNull()
    expect(index.catalogue.product('sv', 'new-1')).toBeNull()
    expect(
      (await index.catalogue.search('sv', { query: 'bilbatt', sort: 'relevance', page: 1, facets: {} }))
        .total,
    ).toBe(0)
    await sql`delete from product where id = ${id}`.execute(test.db)
    await index.refresh()
    expect(index.catalogue.category('sv', 'batterier')!.count).toBe(4)
    expect(index.catalogue.product('sv', 'nytt')).toBeNull()
    expect(card('NEW-1')).toBeUndefined()
  })

  it('renaming or moving a category updates its products', async () => {
    await sql`update category_text set name = 'Knapp', slug = 'knapp', path = 'knapp' where store = 'sv' and slug = 'knappceller'`.execute(
      test.db,
    )
    await sql`update category set parent_id = null where code = 'button'`.execute(test.db)
    await index.refresh()
    expect(index.catalogue.category('sv', 'knapp')!.count).toBe(2)
    expect(index.catalogue.category('sv', 'batterier')!.count).toBe(2)
    expect(card('NC-2032')!.categories).toMatchObject([{ name: 'Knapp', path: 'knapp', main: true }])
    expect(tags).toContain('catalogue')
    await sql`update brand set name = 'Nordström', slug = 'nordstrom' where slug = 'nordcell'`.execute(
      test.db,
    )
    await sql`update attribute set names = '{"sv":"Format"}' where code = 'battery_size'`.execute(test.db)
    await index.refresh()
    expect(card('NC-2032')!.brand).toEqual({ name: 'Nordström', slug: 'nordstrom' })
    const facets = index.catalogue.listing('sv', {
      scope: { kind: 'brand', slug: 'nordstrom' },
      sort: 'name',
      page: 1,
      facets: {},
    })!.facets
    expect(facets.find((facet) => facet.code === 'battery_size')!.name).toBe('Format')
    expect(
      (await index.catalogue.search('sv', { query: 'nordström', sort: 'relevance', page: 1, facets: {} }))
        .total,
    ).toBe(4)
  })

  it('an attribute that is defined after its products becomes their filter', async () => {
    const filter = () =>
      index.catalogue
        .listing('sv', {
          scope: { kind: 'category', path: 'kablar' },
          sort: 'relevance',
          page: 1,
          facets: {},
        })
        ?.facets.find(({ code }) => code === 'wire_gauge')
        ?.values.map((value) => [value.code, value.count])
    for (const gauge of ['awg12', 'awg14'])
      await addProduct(test.db, {
        sku: `CABLE-${gauge}`,
        name: `Kabel ${gauge}`,
        category: 'cables',
        attributes: { wire_gauge: gauge },
      })
    await index.refresh()
    expect(filter()).toBeUndefined()
    await sql`insert into attribute (code, kind, facet, position, names) values
      ('wire_gauge', 'text', true, 90, '{"sv":"Ledararea"}')`.execute(test.db)
    await index.refresh()
    expect(filter()).toEqual([
      ['awg12', 1],
      ['awg14', 1],
    ])
  })

  it('a content change emits its tag', async () => {
    await sql`insert into widget values ('sv', 'store-message', 'Hej', false)`.execute(test.db)
    await index.refresh()
    expect(tags).toEqual(['content:widget:sv:store-message'])
  })

  it('many changes leave the same index as a full build', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    const codes = ['batteries', 'button', 'cables']
    for (let round = 0; round < 40; round++) {
      const keys = Object.keys(ids)
      const id = ids[keys[random(keys.length)]!]!
      const action = random(8)
      if (action === 0)
        ids[`R-${round}`] = await addProduct(test.db, {
          sku: `R-${round}`,
          name: `Sak ${random(9)}`,
          category: codes[random(3)]!,
          attributes: { capacity_mah: random(3) },
        })
      if (action === 1)
        await sql`update price_tier set price_minor = ${random(90_000)} where product_id = ${id}`.execute(
          test.db,
        )
      if (action === 2)
        await sql`update stock set available = ${random(9)} where product_id = ${id}`.execute(test.db)
      if (action === 3)
        await sql`update store_product set name = ${'Namn ' + random(20)}, slug = ${'s' + round} where product_id = ${id} and store = 'sv'`.execute(
          test.db,
        )
      if (action === 4)
        await sql`insert into product_category select p.id, c.id, 1 from category c, product p where p.id = ${id} and c.code = ${codes[random(3)]!} on conflict do nothing`.execute(
          test.db,
        )
      if (action === 5)
        await sql`delete from store_product where product_id = ${id} and store = 'no'`.execute(test.db)
      if (action === 6)
        await sql`update product set attributes = ${JSON.stringify({ battery_size: ['aa', 'cr2032'][random(2)], rechargeable: random(2) === 1 })} where id = ${id}`.execute(
          test.db,
        )
      if (action === 7 && id !== ids['NC-2032'])
        await sql`delete from product where id = ${id}`.execute(test.db)
      if (random(3) === 0) await index.refresh()
    }
    await index.refresh()
    const kept = indexContents(file())
    // Rows are elsewhere in their table, as after an update or a vacuum, and have the same values.
    await test.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update store_product set name = name where store in ('da', 'sv')`.execute(trx)
    })
    await sql`analyze store_product, stock`.execute(test.db)
    await index.rebuild()
    expect(kept).toEqual(indexContents(file()))
  })
})

describe('transactions', () => {
  it('a late commit is not lost after an earlier read', async () => {
    const late = new pg.Client({ connectionString: test.url })
    await late.connect()
    await late.query('begin')
    await late.query(
      `update price_tier set price_minor = 7700 where product_id = ${ids['NC-AA4']} and store = 'sv'`,
    )
    await setPrice('NC-2032', 8800).execute(test.db)
    await index.refresh()
    expect(price('NC-2032')).toBe(88)
    expect(price('NC-AA4')).toBe(49)
    await index.close()
    await late.query('commit')
    await late.end()
    index = open()
    await index.ready
    expect(price('NC-AA4')).toBe(77)
    expect(price('NC-2032')).toBe(88)
  })

  it('keeps serving without the database and reconnects by itself', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anode-index' and datname = current_database()`.execute(
      test.db,
    )
    expect(price('NC-2032')).toBe(19)
    await setPrice('NC-2032', 5500).execute(test.db)
    await vi.waitFor(() => expect(price('NC-2032')).toBe(55), { timeout: 30_000, interval: 20 })
  })

  it('rows pruned from the log before this node read them cause a rebuild', async () => {
    await index.close()
    await setPrice('NC-2032', 5500).execute(test.db)
    const query = async <Row>(text: string, values?: unknown[]) => {
      const client = new pg.Client({ connectionString: test.url })
      await client.connect()
      try {
        return (await client.query(text, values)).rows as Row[]
      } finally {
        await client.end()
      }
    }
    expect(await pruneChangeLog(query, new Date(Date.now() + 60_000))).toBeGreaterThan(0)
    // Tests in other databases of the server hold the horizon back, and a build may not pass it. Seven days do that
    // where rows are pruned in earnest.
    const passed = `select pg_snapshot_xmin(pg_current_snapshot()) > max(key::xid8) as passed
      from change_log where topic = 'pruned'`
    await vi.waitFor(async () => expect(await query(passed)).toEqual([{ passed: true }]), {
      timeout: 60_000,
      interval: 20,
    })
    index = open()
    await index.ready
    expect(price('NC-2032')).toBe(55)
    expect(notes.join()).toContain('older than the change log')
    await index.close()
    notes.length = 0
    index = open()
    await index.ready
    expect(notes).toEqual([])
  })
})

describe('time', () => {
  it('[DEF-04] a campaign begins and ends on the minute, with its price, order and lowest price of 30 days', async () => {
    const start = Date.now() + 3_600_000
    await sql`insert into price_tier values (${ids['NC-AA10']!}, 'sv', 'campaign', 1, 1000, 9900,
      ${new Date(start)}, ${new Date(start + 3_600_000)})`.execute(test.db)
    await index.refresh()
    expect(card('NC-AA10')!.prices.c).toEqual([])
    // Staff see it beforehand, and shoppers do not see it because of that.
    const preview = index.catalogueAt(start)
    const previewed = preview.product('sv', card('NC-AA10')!.slug)
    expect(previewed).toMatchObject({
      product: { prices: { c: [{ p: 10, q: 1, o: 99, d: 89 }] }, lowest_30_days: 99 },
      campaignEndsAt: start + 3_600_000,
    })
    expect(preview.productsBySku('sv', [toSku('NC-AA10')])[0]!.prices.c).toHaveLength(1)
    expect(card('NC-AA10')!.prices.c).toEqual([])
    // A planned campaign is not in the index: the preview is given it.
    const planned = {
      campaign: { tiers: [{ minQuantity: 1, priceMinor: minor(800) }], startsAt: null, endsAt: null },
      beforeMinor: minor(9900),
      lowestMinor: minor(1000),
    }
    const later = index.catalogueAt(start + 7_200_000, new Map([[ids['NC-AA10']!, planned]]))
    expect(later.productsBySku('sv', [toSku('NC-AA10')])[0]).toMatchObject({
      prices: { c: [{ p: 8, q: 1, o: 10, d: 20 }] },
      lowest_30_days: 10,
    })
    expect(later.product('sv', card('NC-AA10')!.slug)).toMatchObject({
      product: { prices: { c: [{ p: 8 }] } },
    })
    const answer = index.catalogue.listing('sv', {
      scope: { kind: 'category', path: 'batterier' },
      sort: 'relevance',
      page: 1,
      facets: {},
    })!
    expect(answer.changesAt).toBe(start)
    tags.length = 0
    clock = start
    expect(card('NC-AA10')).toMatchObject({
      prices: { c: [{ p: 10, q: 1, o: 99, d: 89 }] },
      lowest_30_days: 99,
    })
    await index.refresh()
    expect(listed('batterier', 'price_asc')![0]).toBe('NC-AA10')
    expect(tags).toContain(`product:${ids['NC-AA10']}`)
    clock = start + 3_600_000
    expect(card('NC-AA10')!.prices.c).toEqual([])
    await index.refresh()
    expect(listed('batterier', 'price_asc')!.at(-1)).toBe('NC-AA10')
  })
})
