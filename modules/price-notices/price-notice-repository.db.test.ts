import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minor } from '../../domain/money/money.ts'
import { roundStoredPrices } from '../../domain/price-rounding/round-stored-prices.server.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { testActor } from '../../test/test-actor.ts'
import { notices } from './notices.server.ts'
import { lockPriceNotice, waitingPriceNotices } from './price-notice-repository.server.ts'

let test: TestDatabase
let ids: SmallCatalogue
const now = new Date()
const watch = { store: 'sv', email: 'lisa@example.se' } as const

beforeAll(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
})
afterAll(() => test.drop())

const ask = (sku: string, priceMinor: number) =>
  notices.price.start(
    test.db,
    { ...watch, productId: toProductId(ids[sku]!), priceMinor: minor(priceMinor) },
    { confirmedAt: now, expiresAt: new Date(now.getTime() + 3_600_000) },
  )
/** The price that a request is compared with, if it is due at this price. */
const dueAt = async (sku: string, priceMinor: number) => {
  const found = await lockPriceNotice(
    test.db,
    { ...watch, productId: toProductId(ids[sku]!) },
    { priceMinor: minor(priceMinor), now },
  )
  return found?.priceMinor ?? null
}

it('a price that is rounded down is not a lower one', async () => {
  await sql`update price_tier set price_minor = 1140 where product_id = ${ids['NC-AA4']!} and store = 'sv'`.execute(
    test.db,
  )
  await sql`update price_tier set price_minor = 1260 where product_id = ${ids['NC-AA10']!} and store = 'sv'`.execute(
    test.db,
  )
  await ask('NC-AA4', 1140)
  await ask('NC-AA10', 1260)
  await roundStoredPrices({ db: test.db, clock: () => now.getTime() }, testActor, { dryRun: false })
  expect([await dueAt('NC-AA4', 1140), await dueAt('NC-AA4', 1100), await dueAt('NC-AA10', 1300)]).toEqual([
    null,
    null,
    null,
  ])
  // What is rounded up stays as it was: an index that has not read the change has the former price.
  expect([await dueAt('NC-AA4', 1000), await dueAt('NC-AA10', 1200)]).toEqual([1100, 1260])
})

it('no mail names a product that the store withholds', async () => {
  for (const sku of ['NC-2032', 'NC-AA4', 'KV-CABLE']) await ask(sku, 9900)
  await sql`delete from product_image where product_id = ${ids['NC-2032']!}`.execute(test.db)
  const waiting = async () =>
    (await waitingPriceNotices(test.db, { after: null, most: 9, now })).map(({ productId }) => productId)
  expect(await waiting()).toEqual(expect.arrayContaining([ids['NC-2032'], ids['NC-AA4'], ids['KV-CABLE']]))
  await sql`insert into store_setting (store, section, value, version, changed_at)
    values ('sv', 'products', '{"requiresStatutoryData": true}', 1, now())`.execute(test.db)
  expect(await waiting()).not.toContain(ids['NC-2032'])
  expect(await waiting()).not.toContain(ids['KV-CABLE'])
  expect([await dueAt('NC-2032', 100), await dueAt('KV-CABLE', 100)]).toEqual([null, null])
  expect(await dueAt('NC-AA4', 100)).toBe(9900)
})
