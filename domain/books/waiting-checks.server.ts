/** What balances, but waits for another company or for a person. */
import { sql } from 'kysely'
import {
  amountText,
  paidStatuses,
  paymentName,
  type BookCheck,
  type Difference,
} from './book-check.server.ts'

const operationsWaiting: BookCheck = {
  name: 'operations-waiting',
  holds: 'providers answer captures, refunds and cancellations within an hour',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', ' || ${paymentName} as concerns,
      'the ' || p.kind || ' of ' || ${amountText(sql`p.amount_minor`)} || ' waits since '
        || to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC (' || coalesce(p.problem, p.status) || ')' as problem
    from payment_operation p join payment_attempt a on a.id = p.attempt_id join orders o on o.id = a.order_id
    where a.store = any(${stores}::text[]) and p.status in ('sent', 'unknown')
      and p.created_at < now() - interval '1 hour'
    order by 1 limit ${limit}`,
}

/** A refused capture is a difference: `captures-of-shipments`. */
const operationsRefused: BookCheck = {
  name: 'operations-refused',
  holds: 'refunds and releases announced to the buyer are not refused by their provider',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', ' || ${paymentName} as concerns,
      'the ' || p.kind || ' of ' || ${amountText(sql`p.amount_minor`)} || ' was refused (' || coalesce(p.problem, 'no reason') || ')' as problem
    from payment_operation p join payment_attempt a on a.id = p.attempt_id join orders o on o.id = a.order_id
    where a.store = any(${stores}::text[]) and p.kind in ('refund', 'cancel') and p.status = 'refused'
    order by 1 limit ${limit}`,
}

const eventsWaiting: BookCheck = {
  name: 'events-waiting',
  holds: 'events from providers are processed within an hour',
  find: ({ stores, limit }) => sql<Difference>`
    select 'payment ' || e.provider || ' ' || coalesce(e.provider_order_id, 'unknown') as concerns,
      'its event ' || e.kind || ' waits since ' || to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
        || ' UTC (' || coalesce(e.outcome, 'not processed yet') || ')' as problem
    from payment_event e
    where e.store = any(${stores}::text[]) and e.processed_at is null and e.received_at < now() - interval '1 hour'
    order by 1 limit ${limit}`,
}

const authorizationsWaiting: BookCheck = {
  name: 'authorizations-waiting',
  holds: 'authorizations of orders that were given up are released',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', ' || ${paymentName} as concerns,
      'the order is ' || o.status || ' and ' || ${amountText(sql`a.amount_minor`)} || ' is still authorized' as problem
    from payment_attempt a join orders o on o.id = a.order_id
    where a.store = any(${stores}::text[]) and a.status in ${paidStatuses} and a.captured_minor = 0
      and a.amount_minor > 0 and o.status in ('payment_failed', 'cancelled')
      and not exists (select from payment_operation p where p.attempt_id = a.id and p.status in ('sent', 'unknown'))
    order by 1 limit ${limit}`,
}

const bankEntriesWaiting: BookCheck = {
  name: 'bank-entries-waiting',
  holds: 'payments in bank files are on an invoice, or closed by staff, within a week',
  find: ({ stores, limit }) => sql<Difference>`
    select 'bank entry ' || e.id as concerns,
      ${amountText(sql`e.unassigned_minor`)} || ' ' || e.currency || ' booked on ' || e.booked_on || ' is on no invoice ('
        || e.problem || ')' as problem
    from bank_entry e
    where e.store = any(${stores}::text[]) and e.problem is not null and e.imported_at < now() - interval '7 days'
    order by 1 limit ${limit}`,
}

export const waitingChecks: readonly BookCheck[] = [
  operationsWaiting,
  operationsRefused,
  eventsWaiting,
  authorizationsWaiting,
  bankEntriesWaiting,
]
