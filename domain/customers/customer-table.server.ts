/** The back office's table of customers who have an account. */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import { hasFields, type WantedField } from '../resources/field-filter.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { isOnDays, type DayRange } from '../resources/day-range.server.ts'
import { prefixQuery } from '../../db/prefix-query.server.ts'

export interface CustomerTableRow {
  id: number
  /** C100001 */
  number: string
  store: StoreCode
  name: string
  company: string | null
  email: string
  type: 'private' | 'business'
  createdAt: Date
  orders: number
  /** Orders of the former shop with its address, confirmed or not. */
  formerOrders: number
  lastOrderAt: Date | null
}

export interface CustomerFilters {
  store?: readonly string[] | undefined
  type?: readonly ('private' | 'business')[] | undefined
  created?: DayRange | undefined
  field?: readonly WantedField[] | undefined
}

/** The expression of the index `account_search_words` (migration 0137), letter by letter. */
const searchWords = sql`to_tsvector('simple', translate(
  number || ' ' || first_name || ' ' || last_name || ' ' || coalesce(company_name, '') || ' ' || email,
  '@.-_+/', '      '))`

export const customerTable: TableDefinition<CustomerTableRow, CustomerFilters> = {
  source: sql`account a`,
  key: { by: sql`a.id`, type: 'bigint' },
  columns: {
    id: sql`a.id`,
    number: sql`a.number`,
    store: sql`a.store`,
    name: sql`trim(a.first_name || ' ' || a.last_name)`,
    company: sql`a.company_name`,
    email: sql`a.email`,
    type: sql`a.type`,
    createdAt: sql`a.created_at`,
    orders: sql`(select count(*)::integer from orders o where o.account_id = a.id)`,
    formerOrders: sql`(select count(*)::integer from former_order f
      where f.account_id = a.id or (f.account_id is null and f.email = a.email))`,
    lastOrderAt: sql`(select max(o.placed_at) from orders o where o.account_id = a.id)`,
  },
  filters: {
    store: (stores) => sql`a.store = any(${stores}::text[])`,
    type: (types) => sql`a.type = any(${types}::text[])`,
    created: (days) => isOnDays(sql`a.created_at`, days),
    field: (wanted) => hasFields('customer', sql`a.id`, wanted),
  },
  search: (text) => {
    const query = prefixQuery(text)
    return query === null ? sql`false` : sql`${searchWords} @@ to_tsquery('simple', ${query})`
  },
  sorts: {
    created: { by: sql`a.created_at`, type: 'timestamptz' },
    number: { by: sql`a.id`, type: 'bigint' },
  },
  inStores: (stores) => sql`a.store = any(${stores}::text[]) and a.erased_at is null`,
}
