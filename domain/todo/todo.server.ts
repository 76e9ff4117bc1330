/**
 * What staff have to do. Every number is the count of a table under a filter, which is named, so that it opens exactly
 * the rows that it counts.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { countRows } from '../../db/table-query.server.ts'
import type { Grants, Permission } from '../permissions/permissions.ts'
import type { StoreCode } from '../stores/stores.ts'
import { dayIn } from '../stores/store-day.ts'
import { defaultStoreCode } from '../stores/stores.ts'
import { countMissedCampaigns } from '../prices/missed-campaigns.server.ts'
import { orderTable, type OrderFilters } from '../orders/order-table.server.ts'

type Task = { name: string; permission: Permission } & (
  | { table: 'orders'; filters: OrderFilters }
  /** The calendar, which shows them whatever its months. */
  | { table: 'prices/campaigns'; filters: Record<never, never> }
)

export type TodoEntry = Task & { count: number; isExact: boolean }

function tasksOn(today: string, staffId: number): Task[] {
  const orders = (name: string, filters: OrderFilters): Task => ({
    name,
    permission: 'order:read',
    table: 'orders',
    filters,
  })
  return [
    orders('mentioned', { mentioned: staffId }),
    orders('held', { status: ['held'] }),
    orders('payment_mismatch', { status: ['held'], paymentStatus: ['mismatch'] }),
    orders('invoice_review', { status: ['held'], payment: ['invoice'], paymentStatus: ['review'] }),
    orders('payment_problem', { paymentProblem: true }),
    orders('refund_requested', { refundRequested: true }),
    orders('to_ship', { waitingDays: 0 }),
    orders('to_ship_today', { leavesToday: true }),
    orders('to_ship_late', { missedCutOffs: 1 }),
    orders('to_ship_overdue', { missedCutOffs: 3 }),
    orders('mail_failed', { mailFailed: true }),
    { name: 'campaigns_missed', permission: 'price:read', table: 'prices/campaigns', filters: {} },
  ]
}

/** The tasks of a person of staff, within the stores where the person may read them. `stores`: only these. */
export async function readTodo(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  { id, grants }: { id: number; grants: Grants },
  stores: readonly StoreCode[] | null = null,
): Promise<TodoEntry[]> {
  const entries: TodoEntry[] = []
  for (const task of tasksOn(dayIn(defaultStoreCode, clock()), id)) {
    const permitted = (grants[task.permission] ?? []).filter((store) => stores?.includes(store) ?? true)
    if (permitted.length === 0) continue
    entries.push({ ...task, ...(await countTask(db, task, permitted, clock())) })
  }
  return entries
}

async function countTask(db: Kysely<DB>, task: Task, stores: readonly StoreCode[], now: number) {
  const view = { stores, search: null }
  switch (task.table) {
    case 'orders':
      return countRows(db, orderTable, { ...view, filters: task.filters })
    case 'prices/campaigns':
      return { count: await countMissedCampaigns(db, stores, now), isExact: true }
  }
}
