/**
 * The only SQL that reads and writes returns. A return is identified by its order's number and its own:
 * S100001-R1.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isToken, randomToken } from '../../domain/security/access-token.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { returnStatuses, returnTransitions, type ReturnLine, type ReturnStatus } from './return.ts'

export interface StoredReturn {
  /** S100001-R1. */
  id: string
  orderNumber: string
  store: StoreCode
  status: ReturnStatus
  labelToken: string
  comment: string
  refundNumber: number | null
  /** Number of the order that delivers its exchange. */
  exchangeOrder: string | null
  /** Whether the delivery is refunded with it. */
  refundsShipping: boolean
  /** Why it was rejected, for the buyer. */
  rejection: string | null
  registeredAt: Date
  items: ReturnLine[]
}

const select = sql`select o.number || '-R' || r.number as id, o.number as "orderNumber", o.store, r.status,
    r.label_token as "labelToken", r.comment, r.refund_number as "refundNumber", r.registered_at as "registeredAt",
    r.refunds_shipping as "refundsShipping", r.rejection,
    (select x.number from orders x where x.id = r.exchange_order_id) as "exchangeOrder",
    (select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'quantity', l.quantity, 'reason', l.reason,
      'transport', l.transport, 'exchange', l.exchange)
      order by l.position) from order_return_line l where l.return_id = r.id) as items
  from order_return r join orders o on o.id = r.order_id`

/** An order's returns, oldest first. */
export async function returnsOf(db: Kysely<DB>, orderId: number): Promise<StoredReturn[]> {
  const { rows } = await sql<StoredReturn>`${select} where r.order_id = ${orderId} order by r.number`.execute(
    db,
  )
  return rows
}

/** The returns of an account's orders, newest first. `stores`: of these alone. */
export async function returnsOfAccount(
  db: Kysely<DB>,
  accountId: number,
  limit: number,
  stores: readonly StoreCode[] | null = null,
): Promise<StoredReturn[]> {
  const { rows } = await sql<StoredReturn>`${select} where o.account_id = ${accountId}
      and (${stores}::text[] is null or o.store = any(${stores}::text[]))
    order by r.registered_at desc, r.id desc limit ${limit}`.execute(db)
  return rows
}

/** The latest returns, newest first; with `open` those that are not decided, oldest first. */
export async function latestReturns(
  db: Kysely<DB>,
  limit: number,
  { open = false }: { open?: boolean } = {},
): Promise<StoredReturn[]> {
  const decided = returnStatuses.filter((status) => returnTransitions[status].length === 0)
  const { rows } = open
    ? await sql<StoredReturn>`${select} where r.status <> all(${decided})
        order by r.registered_at, r.id limit ${limit}`.execute(db)
    : await sql<StoredReturn>`${select} order by r.registered_at desc, r.id desc limit ${limit}`.execute(db)
  return rows
}

/** The return with the token of its label. */
export async function findReturnByToken(db: Kysely<DB>, token: string): Promise<StoredReturn | null> {
  if (!isToken(token)) return null
  const { rows } = await sql<StoredReturn>`${select} where r.label_token = ${token}`.execute(db)
  return rows[0] ?? null
}

/** The order's return that was registered under this key. */
export async function returnOfKey(
  db: Kysely<DB>,
  orderId: number,
  key: string,
): Promise<StoredReturn | null> {
  const { rows } =
    await sql<StoredReturn>`${select} where r.order_id = ${orderId} and r.request_key = ${key}`.execute(db)
  return rows[0] ?? null
}

/** Writes the next return of an order that the transaction has locked. */
export async function insertReturn(
  trx: Kysely<DB>,
  orderId: number,
  {
    items,
    comment,
    registeredAt,
    refundsShipping,
    key,
  }: Pick<StoredReturn, 'items' | 'comment' | 'registeredAt' | 'refundsShipping'> & { key: string | null },
): Promise<StoredReturn> {
  const { rows } = await sql<{ id: number }>`insert into order_return
      (order_id, number, label_token, comment, registered_at, refunds_shipping, request_key)
    select ${orderId}, coalesce(max(number), 0) + 1, ${randomToken()}, ${comment}, ${registeredAt}, ${refundsShipping}, ${key}
    from order_return where order_id = ${orderId} returning id`.execute(trx)
  const returnId = rows[0]!.id
  await sql`insert into order_return_line (return_id, position, sku, name, quantity, reason, transport, exchange)
    select ${returnId}, item.position, item.value ->> 'sku', item.value ->> 'name',
      (item.value ->> 'quantity')::integer, item.value ->> 'reason', item.value ->> 'transport',
      nullif(item.value -> 'exchange', 'null'::jsonb)
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as item (value, position)`.execute(
    trx,
  )
  const { rows: written } = await sql<StoredReturn>`${select} where r.id = ${returnId}`.execute(trx)
  return written[0]!
}

/** Moves a return of an order that the transaction has locked. */
export async function setReturnStatus(
  trx: Kysely<DB>,
  labelToken: string,
  status: ReturnStatus,
  more: {
    refundNumber?: number | undefined
    exchangeOrderId?: number | undefined
    rejection?: string
    sentAt?: Date
  } = {},
): Promise<void> {
  const { refundNumber = null, exchangeOrderId = null, rejection = null, sentAt = null } = more
  await sql`update order_return set status = ${status}, refund_number = ${refundNumber},
      exchange_order_id = ${exchangeOrderId},
      rejection = ${rejection}, sent_at = coalesce(${sentAt}, sent_at)
    where label_token = ${labelToken}`.execute(trx)
}
