/** Statements with wrong row types, and right ones between them, for the tests of row types. Never run. */
import { sql } from 'kysely'
import type { TableDefinition } from '../db/table-query.server.ts'
import type { IndexDatabase } from '../read-model/schema/index-database.server.ts'
import type { Query } from '../db/query.ts'

const columns = sql`id, icon, parent_id`
const ofTable = (table: 'tag' | 'brand', limit: number) => sql`${sql.table(table)} limit ${limit}`

export const builtFromFragments = [
  sql<{ id: number; icon: string; name: string }>`select ${columns} from category where code = ${'x'}`,
  sql<{ id: number }>`select id from ${ofTable('tag', 3)}`,
  sql<{ code: number }>`select code from tag where ${Date.now() > 0 ? sql`id = ${1}` : sql`code = ${'x'}`}`,
  sql<{ labels: number[] }>`select array_agg(code) as labels from tag`,
  sql<{ placed_at: string }>`select placed_at from orders`,
  sql<Date>`now() > ${1}`,
]

/** A connection without the shop's parsers answers an int8 as text. */
export const onPlainConnection = async (query: Query) => [
  await query<{ id: number }>('select id from orders'),
  await query<{ id: number }>('select id::int from orders'),
]

interface NamedRow {
  key: string
  body: string | null
  name: string
}

export const onIndex = (db: IndexDatabase, store: 'sv' | 'no') => [
  db.all<NamedRow>('select key, body, body as facets from card'),
  db.get<{ key: number }>(`select rowid as key from words_${store} where words_${store} match ?`, 'x'),
  db.column<string>('select key from card'),
  db.column<number>('select key, body from card'),
  db.tuples<[key: number, body: number]>('select key, body from card'),
  db.tuples<[key: number]>('select key, body from card'),
  db.iterate('select key from card'),
]

export const categoryTable: TableDefinition<{ code: number; icon: string }, Record<string, never>> = {
  source: sql`category c`,
  key: { by: sql`c.id`, type: 'integer' },
  columns: { code: sql`c.code`, icon: sql`c.icon` },
  filters: {},
  search: () => sql`true`,
  sorts: {},
  inStores: () => sql`true`,
}
