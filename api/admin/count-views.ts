/** How many rows the saved views of a table have, for the person who sees them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Resource } from '../../domain/resources/resource.server.ts'
import type { Grants } from '../../domain/permissions/permissions.ts'
import { orderTerms } from './orders.ts'
import { resourceTerms } from './resource-contract.ts'
import { countedTable, type CountedTable, type ViewCount } from './staff-table.ts'

const own: Readonly<Record<string, CountedTable>> = {
  orders: countedTable(orderTerms),
}

/** The tables that have views, by name. */
export function viewedTables(resources: readonly Resource[]): ReadonlyMap<string, CountedTable> {
  return new Map<string, CountedTable>([
    ...Object.entries(own),
    ...resources.map((resource) => [resource.name, countedTable(resourceTerms(resource))] as const),
  ])
}

/** The time for the counts of all views together. */
const countMilliseconds = 1_000

/** SQLSTATE of a statement that took longer than it may. */
const statementTimeout = '57014'

/**
 * The counts of these query strings, in their order. Null where a count was not done within the time for all of them:
 * the menu of views does not wait for it.
 */
export async function countViews(
  db: Kysely<DB>,
  { table, queries, grants }: { table: CountedTable; queries: readonly string[]; grants: Grants },
  milliseconds = countMilliseconds,
): Promise<(ViewCount | null)[]> {
  const ends = performance.now() + milliseconds
  const counts: (ViewCount | null)[] = []
  for (const query of queries) {
    const left = Math.floor(ends - performance.now())
    counts.push(
      left < 1
        ? null
        : await countWithin(db, left, (trx) => table.count(trx, query, grants[table.permission] ?? [])),
    )
  }
  return counts
}

async function countWithin(
  db: Kysely<DB>,
  milliseconds: number,
  count: (trx: Kysely<DB>) => Promise<ViewCount | null>,
): Promise<ViewCount | null> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(trx)
      return count(trx)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === statementTimeout) return null
    throw error
  }
}
