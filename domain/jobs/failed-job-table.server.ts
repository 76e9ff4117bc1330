/** The back office's table of background jobs that fail (decision 96). */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import { failingJobs } from './failing-jobs.server.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface FailedJobTableRow {
  id: string
  /** Name of its queue, as `order-mail`. */
  queue: string
  /** Null: of no store, or not known. */
  store: StoreCode | null
  /** Number of the order that it is about. */
  order: string | null
  /** `failed`: given up; `retry`: waits for another attempt. */
  state: 'failed' | 'retry'
  failedAt: Date | null
  /** Null: given up. */
  nextAt: Date | null
  attempts: number
  /** Code or class of the error, as `EENVELOPE` or `TypeError`; null: it has none that is safe to show. */
  error: string | null
}

export interface FailedJobFilters {
  queue?: readonly string[] | undefined
  /** Also jobs of no store. */
  store?: readonly string[] | undefined
  state?: readonly string[] | undefined
}

export const failedJobTable: TableDefinition<FailedJobTableRow, FailedJobFilters> = {
  source: sql`(${failingJobs}) f`,
  key: { by: sql`f.id`, type: 'text' },
  columns: {
    id: sql`f.id`,
    queue: sql`f.queue`,
    store: sql`f.store`,
    order: sql`f.order_number`,
    state: sql`f.state`,
    failedAt: sql`f.failed_at`,
    nextAt: sql`f.next_at`,
    attempts: sql`f.attempts`,
    error: sql`f.error`,
  },
  filters: {
    queue: (queues) => sql`f.queue = any(${queues}::text[])`,
    store: (stores) => sql`f.store is null or f.store = any(${stores}::text[])`,
    state: (states) => sql`f.state = any(${states}::text[])`,
  },
  search: (text) => sql`f.order_number = upper(${text}) or f.id = lower(${text})`,
  sorts: { failed: { by: sql`f.failed_at`, type: 'timestamptz', isNullable: true } },
  inStores: (stores) => sql`f.store is null or f.store = any(${stores}::text[])`,
}
