/**
 * The back office's table of background jobs that fail (decision 125): those that were given up, those that have failed
 * many times and wait for another attempt, and the last run of a scheduled job where it failed. It never shows a job's
 * payload or an error's message, which may name a person.
 */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** A job that is tried again is listed after this many failed attempts: a short outage is over by then. */
const listedAfterAttempts = 10

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

const orderId = sql`case j.name when 'order-mail' then (j.data ->> 'orderId')::bigint
  when 'payment-operation' then
    (select a.order_id from payment_attempt a where a.id = (j.data ->> 'attemptId')::bigint) end`

const store = sql`case j.name
  when 'contact-mail' then
    (select m.store::text from contact_message m where m.id = (j.data ->> 'messageId')::bigint)
  when 'withdrawal-mail' then
    (select w.store::text from withdrawal w where w.id = (j.data ->> 'withdrawalId')::bigint)
  else j.data ->> 'store' end`

const failing = sql`select j.id::text as id, j.name as queue, coalesce(o.store::text, ${store}) as store,
    o.number as order_number, j.state::text as state, coalesce(j.completed_on, j.started_on) as failed_at,
    case when j.state = 'retry' then j.start_after end as next_at, j.retry_count + 1 as attempts,
    case when j.output #>> '{value,message}' in ('job timed out', 'job heartbeat timeout') then 'timeout'
      else substring(coalesce(j.output ->> 'code', j.output ->> 'name') from '^[A-Za-z0-9_]{1,60}$') end as error
  from pgboss.job j left join orders o on o.id = ${orderId}
  where (j.state = 'failed' or j.state = 'retry' and j.retry_count + 1 >= ${listedAfterAttempts}::integer)
    and j.name not like '\\_\\_%'
    and not (j.name in (select s.name from pgboss.schedule s) and exists (select from pgboss.job later
      where later.name = j.name and later.created_on > j.created_on and later.state in ('completed', 'failed')))`

export const failedJobTable: TableDefinition<FailedJobTableRow, FailedJobFilters> = {
  source: sql`(${failing}) f`,
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
