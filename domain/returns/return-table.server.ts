/** The back office's table of returns. */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { ReturnReason, ReturnStatus } from './return.ts'
import type { StoreCode } from '../stores/stores.ts'
import { isOnDays, type DayRange } from '../resources/day-range.server.ts'
import { orderMatches } from '../orders/order-table.server.ts'

export interface ReturnTableRow {
  /** S100001-R1 */
  id: string
  order: string
  store: StoreCode
  registeredAt: Date
  status: ReturnStatus
  units: number
  buyer: string
  /** Reasons of its lines, each once. */
  reasons: ReturnReason[]
}

export interface ReturnFilters {
  status?: readonly ReturnStatus[] | undefined
  store?: readonly string[] | undefined
  registered?: DayRange | undefined
  order?: string | undefined
}

const buyer = sql`coalesce(nullif(o.snapshot #>> '{customer,companyName}', ''),
  trim(concat_ws(' ', o.snapshot #>> '{customer,firstName}', o.snapshot #>> '{customer,lastName}')))`

export const returnTable: TableDefinition<ReturnTableRow, ReturnFilters> = {
  source: sql`order_return r join orders o on o.id = r.order_id`,
  key: { by: sql`r.id`, type: 'bigint' },
  columns: {
    id: sql`o.number || '-R' || r.number`,
    order: sql`o.number`,
    store: sql`o.store`,
    registeredAt: sql`r.registered_at`,
    status: sql`r.status`,
    units: sql`(select coalesce(sum(l.quantity), 0)::integer from order_return_line l where l.return_id = r.id)`,
    buyer,
    reasons: sql`array(select distinct l.reason from order_return_line l where l.return_id = r.id order by 1)`,
  },
  filters: {
    status: (statuses) => sql`r.status = any(${statuses}::text[])`,
    store: (stores) => sql`o.store = any(${stores}::text[])`,
    registered: (days) => isOnDays(sql`r.registered_at`, days),
    order: (number) => sql`o.number = ${number}`,
  },
  search: orderMatches,
  sorts: { registered: { by: sql`r.registered_at`, type: 'timestamptz' } },
  inStores: (stores) => sql`o.store = any(${stores}::text[])`,
}
