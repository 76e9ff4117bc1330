import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import type { CatalogueRecord, ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import type { RowReport } from './row-report.ts'
import { writeCatalogueRecords, type WriteOptions } from './write-catalogue.server.ts'
import { testActor } from '../test/test-actor.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

async function write(records: CatalogueRecord[], options: WriteOptions = {}) {
  const reports: RowReport[] = []
  const summary = await writeCatalogueRecords(test.db, testActor, records, {
    ...options,
    onReport: (r) => reports.push(r),
  })
  return { summary, reports }
}

async function all(query: string): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(query).execute(test.db)).rows
}

function lamp(changes: Partial<ProductRecord> = {}, price = 149): ProductRecord {
  return {
    record: 'product',
    sku: 'LAMP-1',
    type: 'standard',
    categories: ['lamps'],
    stores: {
      sv: {
        name: 'Lampa',
        slug: 'lampa',
        description: 'En lampa.',
        vatPercent: 25,
        prices: [
          { q: 1, p: price },
          { q: 10, p: 129 },
        ],
        stock: { available: 7 },
      },
    },
    ...changes,
  }
}

const lamps: CatalogueRecord = {
  record: 'category',
  code: 'lamps',
  position: 1,
  showInMenu: true,
  texts: {
    sv: { name: 'Lampor', slug: 'lampor', description: '' },
    de: { name: 'Lampen', slug: 'lampen', description: '' },
  },
}

describe('writing the catalogue', () => {
  it('creates, then finds everything unchanged and logs nothing', async () => {
    expect((await write([lamps, lamp()])).summary).toMatchObject({ read: 2, created: 2, refused: 0 })
    const logged = await all('select count(*) n from change_log')
    expect((await write([lamps, lamp()])).summary).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
    expect(await all('select count(*) n from change_log')).toEqual(logged)
    expect(await all('select price_minor from price_history')).toEqual([{ price_minor: 14900 }])
  })

  it('touches only what changed, and keeps the former address', async () => {
    const record = lamp({}, 139)
    if (record.stores.sv) record.stores.sv.slug = 'lampa-ny'
    expect((await write([record])).summary).toMatchObject({ changed: 1 })
    expect(await all('select slug from store_product')).toEqual([{ slug: 'lampa-ny' }])
    expect(await all('select slug from product_former_slug')).toEqual([{ slug: 'lampa' }])
    expect(await all('select price_minor from price_history order by id')).toEqual([
      { price_minor: 14900 },
      { price_minor: 13900 },
    ])
    expect((await write([lamp({}, 139)])).summary).toMatchObject({ changed: 1 })
    expect(await all('select slug from product_former_slug')).toEqual([{ slug: 'lampa-ny' }])
  })

  it('refuses a record that refers to what does not exist and takes the rest', async () => {
    const { summary, reports } = await write([
      lamp({ sku: 'LAMP-2', categories: ['nowhere'] }),
      lamp({ sku: 'LAMP-3' }),
      lamp({ sku: 'LAMP-4', variantOf: 'NOBODY' }),
      lamp({ sku: 'LAMP-1' }, 139),
    ])
    expect(summary).toMatchObject({ read: 4, refused: 3, unchanged: 1 })
    expect(reports.map(({ row, code }) => [row, code])).toEqual([
      [1, 'unknown_category'],
      [2, 'slug_taken'],
      [3, 'unknown_sku'],
    ])
  })

  it('changes nothing in a dry run and counts as the real run would', async () => {
    const before = await all('select (select count(*) from product) p, (select count(*) from change_log) l')
    const shade: CatalogueRecord = { ...lamps, code: 'shades', parent: 'lamps', texts: {} }
    const records = [
      shade,
      lamp({ sku: 'LAMP-9', categories: ['shades'], stores: {} }),
      lamp({ gtin: '96385074' }, 139),
    ]
    expect((await write(records, { dryRun: true })).summary).toMatchObject({ created: 2, changed: 1 })
    expect(await all('select (select count(*) from product) p, (select count(*) from change_log) l')).toEqual(
      before,
    )
    expect((await write(records)).summary).toMatchObject({ created: 2, changed: 1 })
  })

  it('reports batteries that do not say how dangerous they are, and keeps what an earlier file said', async () => {
    const battery = (changes: Partial<ProductRecord>) =>
      lamp({ sku: 'CELL-1', stores: {}, attributes: { chemistry: 'li_ion' }, ...changes })
    const codes = async (changes: Partial<ProductRecord>) =>
      (await write([battery(changes)])).reports.map(({ id, code }) => [id, code])
    expect(await codes({})).toEqual([['CELL-1', 'missing_un_number']])
    expect(await codes({ unNumber: 'UN3480' })).toEqual([['CELL-1', 'missing_battery_facts']])
    expect(await codes({ batteryEnergyMilliwattHours: 12_600, grossWeightGrams: 48 })).toEqual([])
    expect(await codes({ unNumber: 'none' })).toEqual([])
    expect(await all("select un_number, gross_weight_g from product where sku = 'CELL-1'")).toEqual([
      { un_number: 'none', gross_weight_g: 48 },
    ])
  })

  it('resolves relations and set parts that point forward, and reports those that lead nowhere', async () => {
    const kit = lamp({
      sku: 'KIT',
      type: 'set',
      stores: {},
      setParts: [{ sku: 'BULB', quantity: 2 }],
      relations: { related: ['LAMP-1', 'GONE'] },
    })
    const bulb = lamp({ sku: 'BULB', stores: {} })
    const { summary, reports } = await write([kit, bulb])
    expect(summary).toMatchObject({ created: 2, repaired: 1 })
    expect(reports).toMatchObject([{ outcome: 'repaired', id: 'KIT', code: 'unknown_sku', value: 'GONE' }])
    expect(await all('select quantity from set_part')).toEqual([{ quantity: 2 }])
    const changed = { ...kit, setParts: [{ sku: 'BULB', quantity: 3 }] }
    expect((await write([changed, bulb])).summary).toMatchObject({ changed: 1, unchanged: 1 })
  })

  it('leaves other stores alone when one store is chosen', async () => {
    const record = lamp({}, 99)
    if (record.stores.sv)
      record.stores.de = { ...record.stores.sv, slug: 'lampe', name: 'Lampe', vatPercent: 19 }
    expect((await write([record], { stores: ['de'] })).summary).toMatchObject({ created: 1 })
    expect(
      await all('select store, price_minor from price_tier where min_quantity = 1 order by store'),
    ).toEqual([
      { store: 'de', price_minor: 9900 },
      { store: 'sv', price_minor: 13900 },
    ])
  })

  it('loads the whole demo catalogue and again without a change', async () => {
    const demo = await testDatabase()
    const now = new Date('2026-11-20T10:00:00Z')
    const first = await loadDemoCatalogue(demo.db, testActor, now)
    expect(first.created).toBe(first.read)
    expect(await loadDemoCatalogue(demo.db, testActor, now)).toMatchObject({ unchanged: first.read })
    expect(await loadDemoCatalogue(demo.db, testActor, now, { onlyIfEmpty: true })).toMatchObject({ read: 0 })
    await demo.drop()
  }, 30_000)
})
