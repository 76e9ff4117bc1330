import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  roundStoredPrices,
  type StoredRounding,
} from '../../domain/price-rounding/round-stored-prices.server.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { testActor } from '../../test/test-actor.ts'

let test: TestDatabase
let ids: SmallCatalogue
const now = new Date()

beforeAll(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
})
afterAll(() => test.drop())

const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(test.db)).rows

/** The roundings of agreements alone. */
async function round(dryRun: boolean): Promise<string[]> {
  const named: StoredRounding[] = []
  await roundStoredPrices({ db: test.db, clock: () => now.getTime() }, testActor, {
    dryRun,
    onRounding: (rounding) => named.push(rounding),
    perBatch: 1,
  })
  return named
    .filter(({ source }) => source === 'agreement')
    .map(({ store, sku, minQuantity, formerMinor, roundedMinor, outcome }) =>
      [store, sku, minQuantity, formerMinor, roundedMinor, outcome].join(' '),
    )
}

it('rounds the agreed prices that an earlier release has stored once, and removes those that would be nothing', async () => {
  const product = ids['NC-AA4']!
  const { rows: accounts } = await sql<{ id: number }>`insert into account (number, store, type, email)
    values ('P-1', 'sv', 'private', 'a@example.se') returning id`.execute(test.db)
  const { rows: agreements } = await sql<{ id: number }>`
    insert into price_agreement (store, name, account_id, valid_from)
    select store, 'A', ${accounts[0]!.id}, now() from unnest(array['sv', 'de']) store returning id`.execute(
    test.db,
  )
  await sql`insert into price_agreement_price (agreement_id, product_id, quantity, price_minor) values
    (${agreements[0]!.id}, ${product}, 1, 1190), (${agreements[0]!.id}, ${product}, 100, 20),
    (${agreements[1]!.id}, ${product}, 1, 1190)`.execute(test.db)
  const stored = 'select quantity, price_minor p from price_agreement_price order by agreement_id, quantity'
  const before = await rowsOf(stored)
  const roundings = ['sv NC-AA4 1 1190 1200 rounded', 'sv NC-AA4 100 20  withheld']
  expect(await round(true)).toEqual(roundings)
  expect(await rowsOf(stored)).toEqual(before)
  expect(await round(false)).toEqual(roundings)
  // Euro has cents.
  expect(await rowsOf(stored)).toEqual([
    { quantity: 1, p: 1200 },
    { quantity: 1, p: 1190 },
  ])
  expect(
    await rowsOf(
      `select former_minor, rounded_minor, outcome from rounded_price where source = 'agreement' order by id`,
    ),
  ).toEqual([
    { former_minor: 1190, rounded_minor: 1200, outcome: 'rounded' },
    { former_minor: 20, rounded_minor: null, outcome: 'withheld' },
  ])
  expect(await rowsOf(`select after from audit_entry where action = 'agreement.round'`)).toEqual([
    { after: { prices: 1 } },
    { after: { prices: 1 } },
  ])
  expect(await round(false)).toEqual([])
})
