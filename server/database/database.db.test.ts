import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'

it('a connection lost between two queries of a transaction fails the next query, not the process', async () => {
  const test = await testDatabase()
  const lost = test.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(test.db)
    await sleep(100)
    await sql`select 1`.execute(connection)
  })
  await expect(lost).rejects.toThrow(/terminat|not queryable/i)
  expect((await sql<{ one: number }>`select 1 as one`.execute(test.db)).rows).toEqual([{ one: 1 }])
  await test.drop()
})
