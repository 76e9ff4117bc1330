import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'

it('a connection lost between two queries of a transaction fails the next query, not the process', async () => {
  const test = await testDatabase()
  const lost = test.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(test.db)
    // The next query is sent when the server has closed the connection.
    await vi.waitUntil(async () => {
      const left = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(test.db)
      return left.rows.length === 0
    })
    await sql`select 1`.execute(connection)
  })
  await expect(lost).rejects.toThrow(/terminat|not queryable|EPIPE|ECONNRESET/i)
  // The pool may hand out the lost connection once more before it has heard of its end.
  await vi.waitFor(async () =>
    expect((await sql<{ one: number }>`select 1 as one`.execute(test.db)).rows).toEqual([{ one: 1 }]),
  )
  await test.drop()
})
