import { once } from 'node:events'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStaging } from '../catalogue-import/import-staging.server.ts'
import type { DB } from '../db/schema.generated.ts'
import type { TableDefinition } from '../db/table-query.server.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import {
  contradictions,
  describeStatement,
  openProject,
  readStatements,
  type OpenProject,
  type TypedStatement,
} from './row-types.ts'
import { readTables } from './table-definitions.ts'

const folders = [
  'api',
  'catalogue-import',
  'shop-import',
  'cli',
  'db',
  'demo',
  'domain',
  'modules',
  'providers',
  'read-model',
  'server',
]

/** Files that pass on another statement's row type, or whose rows are converted when they are read. */
const unreadable = [
  // The columns of a table's description, which catalogue-tables.db.test.ts compares with the database.
  'catalogue-import/table-rows.server.ts',
  // The columns of a table's definition, which are compared below, and counts of its rows.
  'db/table-query.server.ts',
  // It has conditions of modules. Its rows have one column, the number of an invoice.
  'domain/invoices/remind-invoices.server.ts',
  // The same columns of two tables, customers' and staff's.
  'domain/passkeys/passkey-repository.server.ts',
  // The columns of a declared list, which server/resources.db.test.ts compares with the kinds of its fields.
  'domain/resources/resource.server.ts',
  // Its rows have one text column, `value`, of statements that a server may refuse.
  'read-model/build/database-identity.server.ts',
  // Runs the statements of its callers.
  'server/database/database-probe.ts',
  // Its values are converted with `Number()` and `String()`.
  'server/shop-gauges.ts',
]

/** Columns that may be null in their table and never are in these rows. */
const neverNull = [
  // Written together with `product_id`, which the statement requires.
  'catalogue-import/import-staging.server.ts: kinds is string[] and can be null',
  'catalogue-import/import-staging.server.ts: sku is Sku and can be null',
  'catalogue-import/import-staging.server.ts: unchanged is boolean and can be null',
  // An order's payment attempt has both (migration 0004: a check, and place_order).
  'domain/payments/finalize-payment.server.ts: snapshot_hash is string and can be null',
]

let test: TestDatabase
let pool: pg.Pool
let client: pg.PoolClient
let opened: OpenProject
let statements: TypedStatement[]

beforeAll(async () => {
  test = await testDatabase()
  pool = new pg.Pool({ connectionString: test.url, max: 1 })
  await openStaging(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }))
  // The connection that has the temporary tables.
  client = await pool.connect()
  opened = openProject()
  statements = readStatements(opened.project, [...folders, 'test/row-types-fixture.ts'])
})
afterAll(async () => {
  opened.close()
  client.release()
  // `end` does not wait until the connection is closed, and dropping the database would end it with an error.
  const closed = once(pool, 'remove')
  await pool.end()
  await closed
  await test.drop()
})

const isFixture = ({ file }: { file: string }) => file.startsWith('test/')

/** `file: contradiction` of the statements, each once. */
async function contradictionsIn(read: readonly TypedStatement[]): Promise<string[]> {
  const found = new Set<string>()
  for (const statement of read) {
    for (const text of statement.texts) {
      const columns = await describeStatement(client, text).catch((error: Error) => {
        throw new Error(`${statement.place}: ${error.message}\n${text}`)
      })
      for (const each of contradictions(opened.project.checker, statement, columns))
        found.add(`${statement.file}: ${each}`)
    }
  }
  return [...found].sort()
}

it('the row types of raw SQL are those of the database', async () => {
  const own = statements.filter((statement) => !isFixture(statement))
  expect(await contradictionsIn(own)).toEqual(neverNull)
  expect(own.length).toBeGreaterThan(100)
})

it('the row types of the tables of the back office are those of the database', async () => {
  const tables = readTables(opened.project, ['domain', 'test/row-types-fixture.ts'])
  const found: string[] = []
  for (const { file, name, row } of tables) {
    const module = (await import(/* @vite-ignore */ `${process.cwd()}/${file}`)) as Record<
      string,
      TableDefinition<Record<string, unknown>, object>
    >
    const { columns, source } = module[name]!
    const selected = Object.entries(columns).map(
      ([column, expression]) => sql`${expression} as ${sql.ref(column)}`,
    )
    const { sql: text } = sql`select ${sql.join(selected)} from ${source}`.compile(test.db)
    const answered = await describeStatement(client, text)
    for (const each of contradictions(opened.project.checker, { row, isPlain: false }, answered))
      found.push(`${file}: ${each}`)
  }
  expect(found).toEqual([
    'test/row-types-fixture.ts: code is number and the database answers text',
    'test/row-types-fixture.ts: icon is string and can be null',
  ])
  expect(tables.map(({ name }) => name)).toContain('orderTable')
})

it('every raw statement with a row type can be read from the source', () => {
  const files = statements.flatMap((each) => (each.unreadable === undefined ? [] : [each.file]))
  expect([...new Set(files)].sort()).toEqual(unreadable)
})

it('a wrong row type is found', async () => {
  const wrong = await contradictionsIn(statements.filter(isFixture))
  expect(wrong.map((each) => each.replace('test/row-types-fixture.ts: ', ''))).toEqual([
    'code is number and the database answers text',
    'icon is string and can be null',
    'id is number and the database answers bigint',
    'labels is number[] and the database answers text[]',
    'name is not answered',
    'parent_id is answered and has no type',
    'placed_at is string and the database answers timestamp with time zone',
    'value is Date and the database answers boolean',
  ])
})
