import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FieldKind } from '../domain/resources/resource.server.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { resources } from './resources.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

/** The types that the database answers for a kind of field. */
const answered: Partial<Record<FieldKind, readonly string[]>> = {
  id: ['float8'],
  texts: ['_text'],
  choices: ['_text'],
  stores: ['_text'],
  products: ['_text'],
  units: ['jsonb'],
  customer: ['float8'],
  amount: ['int8'],
  record: ['json', 'jsonb'],
  integer: ['int2', 'int4'],
  moment: ['timestamptz'],
  flag: ['bool'],
  // A domain over text is answered as text.
  store: ['text'],
}
const texts = ['text', 'varchar']

it.each(resources)(
  'every field of the list $name has the type of its kind',
  async ({ definition, fields }) => {
    const client = new pg.Client({ connectionString: test.url })
    await client.connect()
    try {
      const stored = Object.entries(definition.columns).filter(([name]) => name in fields)
      const selected = stored.map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`)
      const { sql: text, parameters } =
        sql`select ${sql.join(selected)} from ${definition.source} limit 0`.compile(test.db)
      const { fields: columns } = await client.query(text, [...parameters])
      const { rows: types } = await client.query<{ oid: number; typname: string }>(
        'select oid, typname from pg_type',
      )
      const typeOf = new Map(types.map(({ oid, typname }) => [Number(oid), typname]))
      const wrong = columns.flatMap(({ name, dataTypeID }) => {
        const type = typeOf.get(dataTypeID) ?? ''
        return (answered[fields[name]!.kind] ?? texts).includes(type) ? [] : [`${name}: ${type}`]
      })
      expect(wrong).toEqual([])
    } finally {
      await client.end()
    }
  },
)
