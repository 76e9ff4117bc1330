import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ empty: true })
})
afterAll(() => database.drop())

it('prepares a marked statement once per connection, and no other', async () => {
  await database.db.connection().execute(async (one) => {
    for (const n of [1, 2, 3]) {
      const marked = sql<{ n: number }>`/* plan: doubled */ select ${n}::int * 2 as n`
      expect((await marked.execute(one)).rows).toEqual([{ n: n * 2 }])
      await sql`select ${n}::int as unmarked`.execute(one)
    }
    const { rows } =
      await sql`select name, (generic_plans + custom_plans)::int as runs, generic_plans::int as generic
      from pg_prepared_statements`.execute(one)
    expect(rows).toEqual([{ name: 'doubled', runs: 3, generic: 3 }])
  })
})

it('answers statements of a transaction that are sent together in order', async () => {
  const answers = await database.db
    .transaction()
    .execute((trx) =>
      Promise.all(
        [1, 2, 3].map(async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(trx)).rows[0]?.n),
      ),
    )
  expect(answers).toEqual([1, 2, 3])
})
