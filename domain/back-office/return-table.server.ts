/** The back office's tables of returns and of withdrawals. */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { ReturnReason, ReturnStatus } from '../returns/return.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { WithdrawnItem } from '../withdrawals/withdrawal.ts'
import { isOnDays, type DayRange } from '../resources/day-range.server.ts'
import { orderMatches } from './order-table.server.ts'

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

export interface WithdrawalTableRow {
  id: number
  store: StoreCode
  declaredAt: Date
  /** As the buyer wrote it. */
  orderNumber: string
  /** The matching order; null: none. */
  order: string | null
  name: string
  email: string
  /** In the buyer's words; with `items` empty too: the whole order. */
  goods: string
  items: WithdrawnItem[]
  refundDueOn: string
  goodsBackAt: Date | null
  doneAt: Date | null
  /** Why it was rejected. */
  rejection: string | null
}

export interface WithdrawalFilters {
  open?: boolean | undefined
  store?: readonly string[] | undefined
  /** Last day for the refund. */
  due?: DayRange | undefined
  matched?: boolean | undefined
}

export const withdrawalTable: TableDefinition<WithdrawalTableRow, WithdrawalFilters> = {
  source: sql`withdrawal w left join orders o on o.id = w.order_id`,
  key: { by: sql`w.id`, type: 'bigint' },
  columns: {
    id: sql`w.id`,
    store: sql`w.store`,
    declaredAt: sql`w.declared_at`,
    orderNumber: sql`w.order_number`,
    order: sql`o.number`,
    name: sql`w.name`,
    email: sql`w.email`,
    goods: sql`w.goods`,
    items: sql`w.items`,
    refundDueOn: sql`to_char(w.refund_due_on, 'YYYY-MM-DD')`,
    goodsBackAt: sql`w.goods_back_at`,
    doneAt: sql`w.done_at`,
    rejection: sql`w.rejection`,
  },
  filters: {
    open: (isOpen) => (isOpen ? sql`w.done_at is null` : sql`w.done_at is not null`),
    store: (stores) => sql`w.store = any(${stores}::text[])`,
    due: ({ from, to }) =>
      sql`w.refund_due_on between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`,
    matched: (isMatched) => (isMatched ? sql`w.order_id is not null` : sql`w.order_id is null`),
  },
  search: (text) => sql`strpos(lower(w.name || ' ' || w.email || ' ' || w.order_number), lower(${text})) > 0`,
  sorts: {
    // Closed ones have no deadline any more: they come after those that have, 100,000 days later.
    due: { by: sql`w.refund_due_on + case when w.done_at is null then 0 else 100000 end`, type: 'date' },
    declared: { by: sql`w.declared_at`, type: 'timestamptz' },
  },
  inStores: (stores) => sql`w.store = any(${stores}::text[])`,
}
