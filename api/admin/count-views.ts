/** How many rows the saved views of a table have, for the person who sees them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { countRows } from '../../db/table-query.server.ts'
import type { Resource } from '../../domain/resources/resource.server.ts'
import type { Grants, Permission } from '../../domain/permissions/permissions.ts'
import { auditTerms } from './audit.ts'
import { couponTerms } from './coupons.ts'
import { customerTerms } from './customers.ts'
import { messageTerms } from './messages.ts'
import { orderTerms } from './orders.ts'
import { productTerms } from './products.ts'
import { returnTerms, withdrawalTerms } from './returns.ts'
import { resourceTerms } from './resource-contract.ts'
import { stockTerms } from './stock.ts'
import { viewOf, type TableParameters, type TableTerms } from './table-routes.ts'

/** `isExact` is false where there are more rows than are counted. */
export interface ViewCount {
  count: number
  isExact: boolean
}

/** Null: the query string is none of the table's any more. */
type CountView = (db: Kysely<DB>, query: string, grants: Grants) => Promise<ViewCount | null>

function counterOf<Row, Filters extends object, Query extends TableParameters>({
  permission,
  query: schema,
  definition,
  filtersOf,
}: TableTerms<Row, Filters, Query>): CountView {
  return async (db, query, grants) => {
    const parsed = schema.safeParse(Object.fromEntries(new URLSearchParams(query)))
    if (!parsed.success) return null
    const view = viewOf(parsed.data, filtersOf(parsed.data), grants[permission] ?? [])
    return countRows(db, definition, view)
  }
}

interface ViewedTable {
  /** To read it: its views may contain the names of customers. */
  permission: Permission
  count: CountView
}

const viewed = <Row, Filters extends object, Query extends TableParameters>(
  terms: TableTerms<Row, Filters, Query>,
): ViewedTable => ({ permission: terms.permission, count: counterOf(terms) })

const own: Readonly<Record<string, ViewedTable>> = {
  orders: viewed(orderTerms),
  returns: viewed(returnTerms),
  withdrawals: viewed(withdrawalTerms),
  messages: viewed(messageTerms),
  customers: viewed(customerTerms),
  products: viewed(productTerms),
  stock: viewed(stockTerms),
  coupons: viewed(couponTerms),
  audit: viewed(auditTerms),
}

/** The tables that have views, by name. */
export function viewedTables(resources: readonly Resource[]): ReadonlyMap<string, ViewedTable> {
  return new Map([
    ...Object.entries(own),
    ...resources.map((resource) => [resource.name, viewed(resourceTerms(resource))] as const),
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
  { table, queries, grants }: { table: ViewedTable; queries: readonly string[]; grants: Grants },
  milliseconds = countMilliseconds,
): Promise<(ViewCount | null)[]> {
  const ends = performance.now() + milliseconds
  const counts: (ViewCount | null)[] = []
  for (const query of queries) {
    const left = Math.floor(ends - performance.now())
    counts.push(left < 1 ? null : await countWithin(db, left, (trx) => table.count(trx, query, grants)))
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
