import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ empty: true })
  await sql`create table note (text text primary key)`.execute(database.db)
})
afterAll(() => database.drop())

const notes = async () => {
  const { rows } = await sql<{ text: string }>`select text from note order by text`.execute(database.db)
  return rows.map((row) => row.text)
}

describe('a transaction whose `begin` is sent with its first statement', () => {
  it('commits all of it or nothing', async () => {
    const { db } = database
    await db.transaction().execute(async (trx) => {
      await sql`insert into note values ('first')`.execute(trx)
      await sql`insert into note values ('second')`.execute(trx)
    })
    const failing = db.transaction().execute(async (trx) => {
      await sql`insert into note values ('third')`.execute(trx)
      await sql`insert into note values ('first')`.execute(trx)
    })
    await expect(failing).rejects.toThrow('duplicate key')
    const first = db.transaction().execute((trx) => sql`insert into note values ('second')`.execute(trx))
    await expect(first).rejects.toThrow('duplicate key')
    expect(await notes()).toEqual(['first', 'second'])
  })

  it('is invisible to others before it commits, and leaves its connection clean', async () => {
    const { db } = database
    await db.connection().execute(async (one) => {
      await one.transaction().execute(() => Promise.resolve('nothing to say'))
      await one.transaction().execute(async (trx) => {
        await sql`insert into note values ('unseen')`.execute(trx)
        expect(await notes()).not.toContain('unseen')
        const { rows } = await sql<{ inside: boolean }>`
          select pg_current_xact_id_if_assigned() is not null as inside`.execute(trx)
        expect(rows).toEqual([{ inside: true }])
        await sql`delete from note where text = 'unseen'`.execute(trx)
      })
      const { rows } = await sql<{ outside: boolean }>`
        select pg_current_xact_id_if_assigned() is null as outside`.execute(one)
      expect(rows).toEqual([{ outside: true }])
    })
  })

  it('answers pipelined statements in order', async () => {
    const answers = await database.db
      .transaction()
      .execute((trx) =>
        Promise.all(
          [1, 2, 3].map(
            async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(trx)).rows[0]?.n,
          ),
        ),
      )
    expect(answers).toEqual([1, 2, 3])
  })
})
