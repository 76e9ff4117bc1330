/** Tables of the back office whose rows are counted: for saved views, and for tasks on To do. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { countRows } from '../../db/table-query.server.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import { viewOf, type TableParameters, type TableTerms } from './table-routes.ts'

/** `isExact` is false where there are more rows than are counted. */
export interface ViewCount {
  count: number
  isExact: boolean
}

export interface CountedTable {
  /** To read it: its views may contain the names of customers. */
  permission: Permission
  /** The rows of a query string in these stores; null: it is none of the table's any more. */
  count(db: Kysely<DB>, query: string, stores: readonly string[]): Promise<ViewCount | null>
}

/** Counts rows as the table's own page does. */
export const countedTable = <Row, Filters extends object, Query extends TableParameters>({
  permission,
  query: schema,
  definition,
  filtersOf,
}: TableTerms<Row, Filters, Query>): CountedTable => ({
  permission,
  async count(db, query, stores) {
    const parsed = schema.safeParse(Object.fromEntries(new URLSearchParams(query)))
    if (!parsed.success) return null
    return countRows(db, definition, viewOf(parsed.data, filtersOf(parsed.data), stores))
  },
})
