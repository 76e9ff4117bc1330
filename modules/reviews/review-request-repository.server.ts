/** The only SQL for the mails that ask buyers for reviews. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** Days after delivery from which nobody is asked any more, as after an outage or an import of old orders. */
const latestRequestDays = 60

/** An order whose buyer is to be asked. */
export interface DueReviewRequest {
  orderId: number
  snapshot: OrderSnapshot
}

/** Delivered orders of the store whose buyer was not asked yet and has not refused. `days`: after delivery. */
export async function dueReviewRequests(
  db: Kysely<DB>,
  { store, days, now, limit }: { store: StoreCode; days: number; now: Date; limit: number },
): Promise<DueReviewRequest[]> {
  const { rows } = await sql<DueReviewRequest>`
    select o.id::integer as "orderId", o.snapshot from orders o
    where o.store = ${store} and o.status = 'delivered'
      and o.delivered_at <= ${now}::timestamptz - ${days} * interval '1 day'
      and o.delivered_at > ${now}::timestamptz - ${days + latestRequestDays} * interval '1 day'
      and not exists (select 1 from review_request q where q.order_id = o.id)
      and not exists (select 1 from mail_refusal f
        where f.store = o.store and f.email = lower(o.email) and f.topic = 'reviews')
    limit ${limit}`.execute(db)
  return rows
}

/** Records that the order's buyer is asked; false: another node does so. */
export async function insertReviewRequest(
  trx: Kysely<DB>,
  { orderId, mailedAt, expiresAt }: { orderId: number; mailedAt: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('review_request')
    .values({ order_id: orderId, mailed_at: mailedAt, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface StoredReviewRequest {
  orderId: number
  expiresAt: Date
  usedAt: Date | null
  store: StoreCode
  email: string
  snapshot: OrderSnapshot
}

const select = sql`select q.order_id::integer as "orderId", q.expires_at as "expiresAt", q.used_at as "usedAt",
    o.store, o.email, o.snapshot
  from review_request q join orders o on o.id = q.order_id`

export async function findReviewRequest(
  db: Kysely<DB>,
  orderId: number,
): Promise<StoredReviewRequest | null> {
  const { rows } = await sql<StoredReviewRequest>`${select} where q.order_id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** Locked until the caller's transaction ends, so that a link works once. */
export async function lockReviewRequest(
  trx: Kysely<DB>,
  orderId: number,
): Promise<StoredReviewRequest | null> {
  const { rows } =
    await sql<StoredReviewRequest>`${select} where q.order_id = ${orderId} for update of q`.execute(trx)
  return rows[0] ?? null
}

/** A request whose mail is to be sent. */
export interface OwedReviewRequest {
  number: string
  store: StoreCode
  email: string
  snapshot: OrderSnapshot
  expiresAt: Date
}

/** Null: the order is not a delivered one any more, or names nobody, or the link has been used or is over. */
export async function lockOwedRequest(
  trx: Kysely<DB>,
  orderId: number,
  now: Date,
): Promise<OwedReviewRequest | null> {
  const { rows } = await sql<OwedReviewRequest>`
    select o.number, o.store, o.email, o.snapshot, q.expires_at as "expiresAt"
    from review_request q join orders o on o.id = q.order_id
    where q.order_id = ${orderId} and o.status = 'delivered' and o.erased_at is null and q.used_at is null
      and q.expires_at > ${now}
    for update of q`.execute(trx)
  return rows[0] ?? null
}

export async function spendReviewRequest(trx: Kysely<DB>, orderId: number, at: Date): Promise<void> {
  await trx.updateTable('review_request').set({ used_at: at }).where('order_id', '=', orderId).execute()
}

/** Products of the catalogue among these ids. */
export async function existingProducts(db: Kysely<DB>, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number
  }>`select id from product where id = any(${[...ids]}::int[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
