/** The back office's table of withdrawals. */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { DayRange } from '../resources/day-range.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { WithdrawnItem } from './withdrawal.ts'

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
