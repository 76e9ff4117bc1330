/** Statements with wrong row types, and right ones between them, for row-types.db.test.ts. Never run. */
import { sql } from 'kysely'
import type { Query } from '../read-model/schema/catalogue-rows.server.ts'

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
