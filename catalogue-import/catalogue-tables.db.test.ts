import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import * as catalogueTables from './catalogue-tables.server.ts'
import { deviceTable } from './devices/device-repository.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

const tables = { ...catalogueTables, deviceTable }

it.each(Object.entries(tables))('%s has the SQL types of the database', async (_, { name, columns }) => {
  const { rows } = await sql<{ column: string; type: string }>`
    select a.attname as column, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${name}::regclass and attnum > 0 and not attisdropped`.execute(test.db)
  const types = new Map(rows.map(({ column, type }) => [column, type]))
  const stored = Object.keys(columns).map((column) => [column, types.get(column)])
  expect(Object.fromEntries(stored)).toEqual(
    Object.fromEntries(
      Object.entries(columns).map(([column, type]) => [
        column,
        type === 'timestamptz' ? 'timestamp with time zone' : type,
      ]),
    ),
  )
})

it.each(Object.entries(tables))('%s has a key that is unique in the database', async (_, { name, key }) => {
  const { rows } = await sql<{ columns: string[] }>`
    select array_agg(a.attname::text order by a.attname::text) as columns
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${name}::regclass and i.indisunique group by i.indexrelid`.execute(test.db)
  expect(rows.map(({ columns }) => columns)).toContainEqual([...key].sort())
})
