import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { testActor } from '../../test/test-actor.ts'
import { roundStoredPrices, type StoredRounding } from './round-stored-prices.server.ts'

let test: TestDatabase
let ids: SmallCatalogue
const now = new Date()

beforeAll(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
})
afterAll(() => test.drop())

const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(test.db)).rows

async function round(dryRun: boolean) {
  const named: StoredRounding[] = []
  const counts = await roundStoredPrices({ db: test.db, clock: () => now.getTime() }, testActor, {
    dryRun,
    onRounding: (rounding) => named.push(rounding),
    perBatch: 2,
  })
  return { counts, named }
}

/** As an earlier release has stored it. */
async function storePrice(sku: string, price: number, campaign?: number): Promise<number> {
  const id = ids[sku]!
  await sql`update price_tier set price_minor = ${price} where product_id = ${id} and store in ('sv', 'de')`.execute(
    test.db,
  )
  if (campaign !== undefined)
    await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor, before_minor)
      select ${id}, store, 'campaign', 1, ${campaign}, ${price} from unnest(array['sv', 'de']) store`.execute(
      test.db,
    )
  return id
}

it('rounds what an earlier release has stored once, keeps the former amounts, and tells nobody', async () => {
  const lowered = await storePrice('NC-AA4', 1240, 1140)
  const ended = await storePrice('NC-AA10', 1290, 1260)
  const free = await storePrice('NC-2032', 45)
  await sql`update store_product set cross_selling_price_minor = 950 where product_id = ${lowered} and store = 'sv'`.execute(
    test.db,
  )
  const plan = (price: number) => JSON.stringify([{ minQuantity: 1, priceMinor: price }])
  await sql`insert into planned_campaign (product_id, store, starts_at, ends_at, tiers, takes_over, planned_by) values
    (${lowered}, 'sv', '2037-01-01', '2037-02-01', ${plan(1080)}, false, '{}'),
    (${ended}, 'sv', '2037-01-01', '2037-02-01', ${plan(1270)}, false, '{}')`.execute(test.db)
  const { rows: accounts } = await sql<{ id: number }>`insert into account (number, store, type, email)
    values ('P-1', 'sv', 'private', 'a@example.se') returning id`.execute(test.db)
  const account = accounts[0]!.id
  await sql`insert into personal_offer (store, product_id, price_minor, quantity, account_id) values
    ('sv', ${lowered}, 1090, 1, ${account}), ('sv', ${lowered}, 30, 1, ${account}), ('de', ${lowered}, 1090, 1, ${account})`.execute(
    test.db,
  )
  // Unconfirmed requests for notices about a price.
  await sql`insert into mail_confirmation (purpose, store, email, product_id, price_minor, requested_at, expires_at)
    select 'price', 'sv', 'b@example.se', product, price, now(), now() + interval '1 day'
    from (values (${lowered}::integer, 1140), (${ended}::integer, 1260)) as asked (product, price)`.execute(
    test.db,
  )
  const histories = "select kind, price_minor from price_history where store = 'sv' order by id"
  const before = await rowsOf(histories)

  const dryRun = await round(true)
  expect(dryRun.counts).toEqual({ rounded: 6, withheld: 2, ended: 2, merged: 0 })
  expect(await rowsOf(histories)).toEqual(before)
  expect(await rowsOf('select from rounded_price')).toEqual([])

  const done = await round(false)
  expect(done).toEqual(dryRun)
  expect(
    done.named.map(({ sku, source, formerMinor, roundedMinor, outcome }) =>
      [sku, source, formerMinor, roundedMinor, outcome].join(' '),
    ),
  ).toEqual([
    'NC-AA4 normal 1240 1200 rounded',
    'NC-AA4 campaign 1140 1100 rounded',
    'NC-AA4 planned 1080 1100 rounded',
    'NC-AA4 cross_selling 950 1000 rounded',
    'NC-AA10 normal 1290 1300 rounded',
    'NC-AA10 campaign 1260  ended',
    'NC-AA10 planned 1270  ended',
    'NC-2032 normal 45  withheld',
    'NC-AA4 offer 1090 1100 rounded',
    'NC-AA4 offer 30  withheld',
  ])
  expect(
    await rowsOf(`select p.sku, t.kind, t.price_minor p, t.before_minor o from price_tier t
      join product p on p.id = t.product_id where t.store = 'sv' and p.sku in ('NC-AA4', 'NC-AA10', 'NC-2032')
      order by p.sku, t.kind`),
  ).toEqual([
    { sku: 'NC-AA10', kind: 'normal', p: 1300, o: null },
    { sku: 'NC-AA4', kind: 'campaign', p: 1100, o: 1200 },
    { sku: 'NC-AA4', kind: 'normal', p: 1200, o: null },
  ])
  // Euro has cents.
  expect(
    await rowsOf(`select price_minor p from price_tier where store = 'de' and price_minor % 100 <> 0
      order by price_minor`),
  ).toEqual([45, 1140, 1240, 1260, 1290].map((p) => ({ p })))
  expect(
    await rowsOf('select store, price_minor p from personal_offer where removed_at is null order by id'),
  ).toEqual([
    { store: 'sv', p: 1100 },
    { store: 'de', p: 1090 },
  ])
  expect(await rowsOf('select product_id, tiers from planned_campaign')).toEqual([
    { product_id: lowered, tiers: [{ minQuantity: 1, priceMinor: 1100 }] },
  ])
  // The history goes on: a campaign that is rounded is the same campaign.
  const history = await rowsOf(histories)
  expect(history.slice(0, before.length)).toEqual(before)
  expect(history.slice(before.length)).toEqual(
    expect.arrayContaining([
      { kind: 'campaign', price_minor: 1100 },
      { kind: 'normal', price_minor: 1200 },
      { kind: 'normal', price_minor: 1300 },
      { kind: 'campaign', price_minor: null },
      { kind: 'normal', price_minor: null },
    ]),
  )
  expect(history).toHaveLength(before.length + 5)
  expect(await rowsOf('select price_minor p from mail_confirmation order by price_minor')).toEqual([
    { p: 1100 },
    { p: 1260 },
  ])
  expect(
    await rowsOf(
      'select source, product_id, former_minor, rounded_minor, outcome from rounded_price order by id',
    ),
  ).toEqual(
    expect.arrayContaining([
      { source: 'campaign', product_id: ended, former_minor: 1260, rounded_minor: null, outcome: 'ended' },
      { source: 'normal', product_id: free, former_minor: 45, rounded_minor: null, outcome: 'withheld' },
    ]),
  )
  expect(await rowsOf('select from rounded_price')).toHaveLength(done.named.length)
  expect(await rowsOf(`select action from audit_entry where reason like 'rounded%' order by action`)).toEqual(
    [
      'campaign.plan',
      'campaign.remove',
      'offer.remove',
      'offer.round',
      'price.change',
      'price.change',
      'price.change',
      'product.change',
    ].map((action) => ({ action })),
  )

  expect(await round(false)).toEqual({ counts: { rounded: 0, withheld: 0, ended: 0, merged: 0 }, named: [] })
  expect(await rowsOf(histories)).toEqual(history)
})
