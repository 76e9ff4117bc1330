/** The back office's table of orders. */
import { sql, type RawBuilder } from 'kysely'
import { hasFields, type WantedField } from '../resources/field-filter.server.ts'
import type { Expression, TableDefinition } from '../../db/table-query.server.ts'
import type { Minor } from '../money/money.ts'
import type { CustomerType } from './order-snapshot.ts'
import type { OrderStatus } from './order-states.ts'
import type { AttemptStatus } from './payment-attempt.ts'
import { isForStaff } from './payments-for-staff.server.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import { nextDeliveryAt, pastCutOffAt } from '../shipping/next-delivery.ts'
import type { CurrencyCode } from '../stores/store.ts'
import { dayIn } from '../stores/store-day.ts'
import { storeCodes, stores, type Store, type StoreCode } from '../stores/stores.ts'
import { isOnDays, type DayRange } from '../resources/day-range.server.ts'
import { prefixQuery } from '../../db/prefix-query.server.ts'

/** How much of an order has been handed to a carrier. */
export type ShippedPart = 'none' | 'part' | 'all'

export interface OrderTableRow {
  number: string
  store: StoreCode
  placedAt: Date
  status: OrderStatus
  /** Company, otherwise the person's name; empty after the buyer was erased. */
  buyer: string
  email: string
  customerType: CustomerType
  totalMinor: Minor
  currency: CurrencyCode
  paymentProvider: PaymentProviderId | 'none'
  /** Of its latest payment attempt. */
  paymentStatus: AttemptStatus | null
  shipped: ShippedPart
}

export interface OrderFilters {
  status?: readonly OrderStatus[] | undefined
  store?: readonly string[] | undefined
  payment?: readonly string[] | undefined
  field?: readonly WantedField[] | undefined
  paymentStatus?: readonly string[] | undefined
  placed?: DayRange | undefined
  customerType?: readonly CustomerType[] | undefined
  shipped?: readonly ShippedPart[] | undefined
  /** Received or in processing, and placed at least so many days ago. */
  waitingDays?: number | undefined
  /** Received or in processing, and ready before so many cut-offs of its store. */
  missedCutOffs?: number | undefined
  /** Received or in processing, and the first cut-off of its store after it became ready is still to come today. */
  leavesToday?: boolean | undefined
  /** Orders with one of these skus. */
  sku?: readonly string[] | undefined
  email?: string | undefined
  accountId?: number | undefined
  /**
   * An operation at the provider was refused, or not answered; or the order waits for its payment for a day; or staff have
   * to ask the provider about it (`payments-for-staff.server.ts`).
   */
  paymentProblem?: boolean | undefined
  /** A mail is not sent a quarter of an hour after it was due, and staff have not dismissed it. */
  mailFailed?: boolean | undefined
  /** A refund waits for the approval of a second person. */
  refundRequested?: boolean | undefined
  /** Orders with a note that mentions this person of staff, who has not seen it. */
  mentioned?: number | undefined
}

const paymentStatus = sql`(select a.status from payment_attempt a where a.order_id = o.id order by a.id desc limit 1)`

const shipped = sql`case when o.status in ('shipped', 'delivered', 'returned') then 'all'
  when exists (select 1 from shipment s where s.order_id = o.id) then 'part' else 'none' end`

/** The expression of the index `orders_search_words` (migration 0135), letter by letter. */
const searchWords = sql`to_tsvector('simple', translate(
  coalesce(snapshot #>> '{customer,firstName}', '') || ' ' || coalesce(snapshot #>> '{customer,lastName}', '') || ' ' ||
  coalesce(snapshot #>> '{customer,companyName}', '') || ' ' || coalesce(snapshot #>> '{customer,email}', '') || ' ' ||
  coalesce(snapshot #>> '{recipient,firstName}', '') || ' ' || coalesce(snapshot #>> '{recipient,lastName}', '') || ' ' ||
  coalesce(snapshot #>> '{recipient,companyName}', ''), '@.-_+/', '      '))`

/** Orders whose buyer or recipient has words that begin as those of the text, or whose number begins so. */
export function orderMatches(text: string) {
  return sql`${buyerMatches(text)} or ${orderNumberBegins(text)}`
}

/** Orders whose buyer or recipient has words that begin as those of the text. */
export function buyerMatches(text: string) {
  const query = prefixQuery(text)
  return query === null ? sql`false` : sql`${searchWords} @@ to_tsquery('simple', ${query})`
}

/**
 * Orders whose number begins as the text, of three characters or more. The range of the unique index contains them in
 * every collation that sorts digits and capital letters as usual; `like` alone would need an index of its own.
 */
export function orderNumberBegins(text: string) {
  const beginning = text
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  if (beginning.length < 3) return sql`false`
  const after = afterBeginning(beginning)
  const isInRange = sql`o.number >= ${beginning}${after === null ? sql`` : sql` and o.number < ${after}`}`
  return sql`(${isInRange} and o.number like ${`${beginning}%`})`
}

/** The first text after all those that begin so, of capital letters and digits; null: there is none. */
function afterBeginning(beginning: string): string | null {
  const kept = beginning.replace(/Z+$/, '')
  if (kept === '') return null
  const last = kept.at(-1)!
  return kept.slice(0, -1) + (last === '9' ? 'A' : String.fromCharCode(last.charCodeAt(0) + 1))
}

const isBusiness = sql`o.snapshot #>> '{customer,type}' = 'business'`

/** By the index of business orders; the others are private. */
const isPrivate = sql`not exists (select from orders b
  where b.id = o.id and b.snapshot #>> '{customer,type}' = 'business')`

/** A single value is compared by `=`: only then PostgreSQL reads an index in its order, and considers partial ones. */
const isOneOf = (expression: Expression, values: readonly string[]) =>
  values.length === 1 ? sql`${expression} = ${values[0]}` : sql`${expression} = any(${values}::text[])`

const isToShip = sql`o.status in ('received', 'processing')`

/** When the order was paid, placed on invoice or approved: its parcels can leave from then on. */
const readyAt = sql`coalesce(o.finalized_at, o.placed_at)`

/** A condition with the clock of each store, whose parcels leave at its own times. */
const inEachStore = (condition: (store: Store, now: number) => RawBuilder<unknown>) => {
  const now = Date.now()
  return sql.join(
    storeCodes.map((code) => sql`o.store = ${code} and ${condition(stores[code], now)}`),
    sql` or `,
  )
}

/** Whether a cut-off of the store is still to come today. */
function isLeavingToday(store: Store, now: number): boolean {
  return dayIn(store.code, nextDeliveryAt(store, now)) === dayIn(store.code, now)
}

export const orderTable: TableDefinition<OrderTableRow, OrderFilters> = {
  source: sql`orders o`,
  key: { by: sql`o.id`, type: 'bigint' },
  columns: {
    number: sql`o.number`,
    store: sql`o.store`,
    placedAt: sql`o.placed_at`,
    status: sql`o.status`,
    buyer: sql`coalesce(nullif(o.snapshot #>> '{customer,companyName}', ''),
      trim(concat_ws(' ', o.snapshot #>> '{customer,firstName}', o.snapshot #>> '{customer,lastName}')))`,
    email: sql`o.email`,
    customerType: sql`o.snapshot #>> '{customer,type}'`,
    totalMinor: sql`o.total_minor`,
    currency: sql`o.currency`,
    paymentProvider: sql`o.payment_provider`,
    paymentStatus,
    shipped,
  },
  filters: {
    status: (statuses) => isOneOf(sql`o.status`, statuses),
    store: (stores) => isOneOf(sql`o.store`, stores),
    field: (wanted) => hasFields('order', sql`o.id`, wanted),
    payment: (providers) => isOneOf(sql`o.payment_provider`, providers),
    paymentStatus: (statuses) => sql`${paymentStatus} = any(${statuses}::text[])`,
    placed: (days) => isOnDays(sql`o.placed_at`, days),
    customerType: (types) =>
      sql.join(
        [sql`false`, ...types.map((type) => (type === 'business' ? isBusiness : isPrivate))],
        sql` or `,
      ),
    shipped: (parts) => sql`${shipped} = any(${parts}::text[])`,
    waitingDays: (days) => sql`${isToShip}
      and o.placed_at <= now() - make_interval(days => ${days}::integer)`,
    missedCutOffs: (count) =>
      sql`${isToShip} and (${inEachStore(
        (store, now) => sql`${readyAt} < ${new Date(pastCutOffAt(store, now, count))}`,
      )})`,
    leavesToday: (leaves) =>
      sql`${leaves ? sql`` : sql`not`} (${isToShip} and (${inEachStore((store, now) =>
        isLeavingToday(store, now) ? sql`${readyAt} >= ${new Date(pastCutOffAt(store, now))}` : sql`false`,
      )}))`,
    sku: (skus) =>
      sql`exists (select 1 from order_line l where l.order_id = o.id and l.sku = any(${skus}::text[]))`,
    email: (email) => sql`lower(o.email) = lower(${email})`,
    accountId: (id) => sql`o.account_id = ${id}`,
    paymentProblem: (hasProblem) => sql`${hasProblem ? sql`` : sql`not`} o.id in (select a.order_id
      from payment_operation p join payment_attempt a on a.id = p.attempt_id
      where p.status in ('refused', 'unknown') and a.order_id is not null
      union all select a.order_id from payment_attempt a where a.order_id is not null and ${isForStaff}
      union all select waits.id from orders waits
      where waits.status = 'pending' and waits.placed_at < now() - interval '1 day')`,
    refundRequested: (isRequested) => sql`${isRequested ? sql`` : sql`not`} o.id in (select r.order_id
      from refund_request r where r.status = 'open')`,
    mentioned: (staffId) => sql`o.id in (select n.order_id
      from order_note_mention m join order_note n on n.id = m.note_id
      where m.staff_id = ${staffId} and m.seen_at is null)`,
    mailFailed: (
      hasFailed,
    ) => sql`${hasFailed ? sql`` : sql`not`} o.id in (select m.order_id from order_mail m
      where m.sent_at is null and m.dismissed_at is null
        and coalesce(m.not_before, m.created_at) < now() - interval '15 minutes'
      union all select d.order_id from gift_card_delivery d
      where d.status = 'waiting' and d.dismissed_at is null
        and d.due_at < now() - interval '15 minutes')`,
  },
  search: orderMatches,
  sorts: {
    placed: { by: sql`o.placed_at`, type: 'timestamptz' },
    number: { by: sql`o.id`, type: 'bigint' },
    total: { by: sql`o.total_minor`, type: 'bigint' },
    status: { by: sql`o.status`, type: 'text' },
  },
  // Without the condition a count of a status reads its index only.
  inStores: (stores) =>
    storeCodes.every((store) => stores.includes(store)) ? sql`true` : sql`o.store = any(${stores}::text[])`,
}
