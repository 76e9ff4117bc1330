import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testKeys } from '../../test/keyring.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { watchedQueries } from '../../test/watched-queries.ts'
import { createCouponBook } from './coupon-book.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

it('a code is checked against recent cached data, but for a named buyer, and so for every order, against current data', async () => {
  await sql`insert into coupon (code, terms) values ('TEN', '{"percentage_discount": 10}')`.execute(test.db)
  const maxAgeMs = 150
  const book = createCouponBook(test.db, testKeys, { maxAgeMs })
  const look = (email: string | null = null) =>
    book.find({ store: 'sv', codes: ['ten', 'NONE', 'x'.repeat(10_000)], now: Date.now(), email })
  const [ten, ...rest] = await look()
  expect(ten).toMatchObject({ code: 'TEN', definition: { percentage_discount: 10 } })
  expect(rest).toMatchObject([{ reason: 'unknown' }, { reason: 'unknown' }])
  await sql`update coupon set disabled_at = now() where code = 'TEN'`.execute(test.db)
  expect((await look('anna@example.se'))[0]).toEqual({ code: 'TEN', reason: 'disabled' })
  await expect.poll(async () => (await look())[0]).toEqual({ code: 'TEN', reason: 'disabled' })
  expect(
    (await createCouponBook(test.db, testKeys).find({ store: 'sv', codes: ['ten'], now: Date.now() }))[0],
  ).toEqual({ code: 'TEN', reason: 'disabled' })
})

it('concurrent shoppers share one read, and a failed read is not cached', async () => {
  const watched = watchedQueries(test.db)
  const book = createCouponBook(watched.db, testKeys, { maxAgeMs: 60_000 })
  const look = () => book.find({ store: 'sv', codes: ['THREE', 'FOUR'], now: Date.now() })
  const answers = await Promise.all([look(), look(), look()])
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(watched.queries).toBe(1)

  const broken = watchedQueries(test.db)
  broken.isGone = true
  const shaken = createCouponBook(broken.db, testKeys, { maxAgeMs: 60_000 })
  const ask = () => shaken.find({ store: 'sv', codes: ['THREE'], now: Date.now() })
  await expect(ask()).rejects.toThrow('gone')
  broken.isGone = false
  expect(await ask()).toEqual([{ code: 'THREE', reason: 'unknown' }])
})
