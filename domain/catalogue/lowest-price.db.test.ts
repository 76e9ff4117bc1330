import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { addProduct, smallCatalogue } from '../../test/small-catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { testActor } from '../../test/test-actor.ts'
import { minor } from '../money/money.ts'
import { toSku } from '../products/sku.ts'
import { changePrice } from './change-price.server.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)

let test: TestDatabase
let index: CatalogueIndex
let dataDir: string
beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-lowest-'))
  index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
    now: () => now,
  })
  await index.ready
})
afterAll(async () => {
  await index.close()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})

let products = 0

/** A price recorded that many days ago; a campaign lasts from then for `days`, or has no end. */
type Past = { daysAgo: number; normal: number } | { daysAgo: number; campaign: number | null; days?: number }

/** Sells a product with a price history; the last campaign is in force. Returns its card now. */
async function soldThrough(past: readonly Past[], struckMinor = 29_900) {
  products += 1
  const sku = `LOW-${products}`
  const id = await addProduct(test.db, { sku, name: sku, category: 'batteries', priceMinor: 100 })
  await sql`alter table price_history disable trigger price_history_is_append_only`.execute(test.db)
  await sql`delete from price_history where product_id = ${id}`.execute(test.db)
  await sql`alter table price_history enable trigger price_history_is_append_only`.execute(test.db)
  for (const entry of past) {
    const at = new Date(now - entry.daysAgo * day)
    const isNormal = 'normal' in entry
    const end = isNormal || entry.days === undefined ? null : new Date(at.getTime() + entry.days * day)
    await sql`insert into price_history (product_id, store, kind, price_minor, starts_at, ends_at, recorded_at)
      values (${id}, 'sv', ${isNormal ? 'normal' : 'campaign'}, ${isNormal ? entry.normal : entry.campaign},
        ${isNormal ? null : at}, ${end}, ${at})`.execute(test.db)
  }
  const last = past.findLast((entry) => 'campaign' in entry)
  const price = last && 'campaign' in last ? last.campaign : null
  // As the history's last campaign says, without writing a further entry.
  await sql`alter table price_tier disable trigger user`.execute(test.db)
  if (price !== null)
    await sql`insert into price_tier values (${id}, 'sv', 'campaign', 1, ${price}, ${struckMinor}, null, null)`.execute(
      test.db,
    )
  await sql`alter table price_tier enable trigger user`.execute(test.db)
  await sql`update product set sales_rank = sales_rank + 1 where id = ${id}`.execute(test.db)
  await index.refresh()
  return index.catalogue.productsBySku('sv', [toSku(sku)])[0]!
}

describe('an announced reduction (Dir. 98/6/EC Art. 6a)', () => {
  it('[DEF-03] is computed from the lowest price of the 30 days before it began, and never strikes through a higher price named by the campaign', async () => {
    const card = await soldThrough([
      { daysAgo: 90, normal: 19_900 },
      { daysAgo: 3, campaign: 14_900 },
    ])
    expect(card).toMatchObject({ lowest_30_days: 199, prices: { c: [{ p: 149, o: 199, d: 25 }] } })
  })

  it('ends its window where it began: its own price never counts, and a long campaign keeps its reference', async () => {
    const card = await soldThrough([
      { daysAgo: 200, normal: 19_900 },
      { daysAgo: 60, campaign: 9_900 },
    ])
    expect(card).toMatchObject({ lowest_30_days: 199, prices: { c: [{ d: 50 }] } })
    const cheapLongAgo = await soldThrough([
      { daysAgo: 200, normal: 9_900 },
      { daysAgo: 45, normal: 19_900 },
      { daysAgo: 10, campaign: 14_900 },
    ])
    expect(cheapLongAgo.lowest_30_days).toBe(199)
  })

  it('accounts for a price that was raised just before, and for an earlier campaign', async () => {
    const raised = await soldThrough([
      { daysAgo: 200, normal: 14_900 },
      { daysAgo: 5, normal: 29_900 },
      { daysAgo: 2, campaign: 19_900 },
    ])
    expect(raised).toMatchObject({ lowest_30_days: 149, prices: { c: [{ p: 199, o: null, d: 0 }] } })
    const earlier = await soldThrough([
      { daysAgo: 200, normal: 29_900 },
      { daysAgo: 25, campaign: 19_900, days: 5 },
      { daysAgo: 2, campaign: 17_900 },
    ])
    expect(earlier).toMatchObject({ lowest_30_days: 199, prices: { c: [{ d: 10 }] } })
  })

  it('is shown for a campaign that staff have entered, with the normal price of each quantity', async () => {
    const sku = toSku('LOW-STAFF')
    await addProduct(test.db, { sku, name: sku, category: 'batteries', priceMinor: 29_900 })
    const tier = (minQuantity: number, priceMinor: number) => ({ minQuantity, priceMinor: minor(priceMinor) })
    const change = (unitMinor: number, normalMinor = 29_900) =>
      changePrice(test.db, testActor, {
        sku,
        store: 'sv',
        prices: {
          normal: [tier(1, normalMinor), tier(10, 26_900)],
          campaign: { tiers: [tier(1, unitMinor), tier(10, 18_900)], startsAt: null, endsAt: null },
        },
      })
    const shown = async () => {
      await index.refresh()
      return index.catalogue.productsBySku('sv', [sku])[0]!.prices.c
    }
    await change(19_900)
    expect(await shown()).toMatchObject([
      { p: 199, o: 299, d: 33 },
      { p: 189, o: 269, d: 29 },
    ])
    // Another normal price beside the same campaign.
    await change(19_900, 27_900)
    expect(await shown()).toMatchObject([{ p: 199, o: 279 }, { o: 269 }])
    // A campaign that is not lower than the normal price is refused, and changes nothing.
    expect(await change(29_900)).toMatchObject({ ok: false })
    expect(await shown()).toMatchObject([{ p: 199, o: 279 }, { o: 269 }])
  })

  it('does not exist without a running campaign', async () => {
    const card = await soldThrough([
      { daysAgo: 200, normal: 29_900 },
      { daysAgo: 2, normal: 19_900 },
    ])
    expect(card).toMatchObject({ lowest_30_days: null, prices: { c: [] } })
  })
})

describe('products sold by measure', () => {
  it('show the current price per metre, litre or kilogram; products sold by the piece show none', async () => {
    const measures: [number, string, number, string][] = [
      [250, 'cm', 40, 'm'],
      [400, 'ml', 250, 'l'],
      [50, 'g', 2000, 'kg'],
      [5, 'm', 20, 'm'],
      [3.5, 'g', 28571.43, 'kg'],
      [0.4, 'mm', 250000, 'm'],
    ]
    for (const [amount, unit, perUnit, shown] of measures) {
      const sku = `BY-${amount}${unit}`
      await addProduct(test.db, {
        sku,
        name: sku,
        category: 'cables',
        priceMinor: 10_000,
        attributes: { content_amount: amount, content_unit: unit },
      })
      await index.refresh()
      expect(index.catalogue.productsBySku('sv', [toSku(sku)])[0]!.unit_price).toEqual({
        amount: perUnit,
        unit: shown,
      })
    }
    expect(index.catalogue.productsBySku('sv', [toSku('NC-AA4')])[0]!.unit_price).toBeNull()
  })
})
