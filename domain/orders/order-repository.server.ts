/** The only SQL that writes orders, their lines and their history. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { randomToken } from '../checkout/checkout-repository.server.ts'
import type { StockTake } from '../cart/allocate-stock.ts'
import { hashOf } from './order-hash.server.ts'
import type { OrderSnapshot } from './order-snapshot.ts'
import type { OrderStatus } from './order-states.ts'

export interface NewOrder {
  checkoutId: string
  checkoutVersion: number
  snapshot: OrderSnapshot
  identityNumber: string | null
  takes: readonly StockTake[]
  /** Either a payment that needs no provider's frame, or the attempt that is already open. */
  payment: { attemptId: number } | { providerOrderId: string; idempotencyKey: string }
}

export interface WrittenOrder {
  id: number
  number: string
  accessToken: string
  snapshotHash: string
}

/**
 * Writes a pending order with its lines, reservations, attempt and first event, and binds it to its checkout:
 * one statement. Null: the checkout has an order already, or has moved on to another version. Stock is not
 * taken yet (`takeStock`).
 */
export async function insertOrder(trx: Kysely<DB>, order: NewOrder): Promise<WrittenOrder | null> {
  const { snapshot } = order
  const accessToken = randomToken()
  const snapshotHash = hashOf(snapshot)
  const attempt = 'attemptId' in order.payment ? order.payment.attemptId : null
  const opened = 'attemptId' in order.payment ? null : order.payment
  const { rows } = await sql<{ id: number; number: string }>`
    with free as (
      select id, store from checkout
      where id = ${order.checkoutId} and version = ${order.checkoutVersion} and store = ${snapshot.store} and order_id is null
      for update
    ), written as (
      insert into orders (number, store, checkout_id, checkout_version, access_token, snapshot, snapshot_hash, currency,
        total_minor, vat_minor, email, payment_provider, identity_number, placed_at)
      select next_order_number(store), store, id, ${order.checkoutVersion}, ${accessToken}, ${JSON.stringify(snapshot)}::jsonb,
        ${snapshotHash}, ${snapshot.currency}, ${snapshot.totalMinor}, ${snapshot.vatMinor}, ${snapshot.customer.email},
        ${snapshot.payment}, ${order.identityNumber}, ${snapshot.placedAt}::timestamptz
      from free returning id, number
    ), lines as (
      insert into order_line (order_id, position, uuid, product_id, sku, name, quantity, unit_price_minor, total_minor,
        vat_minor, vat_rate_basis_points)
      select written.id, line.ordinality, line.uuid, line.product_id, line.sku, line.name, line.quantity,
        line.unit_price_minor, line.total_minor, line.vat_minor, line.vat_rate
      from written, rows from (jsonb_to_recordset(${JSON.stringify(snapshot.lines.map(lineRow))}::jsonb)
        as (uuid text, product_id integer, sku text, name text, quantity integer, unit_price_minor bigint,
          total_minor bigint, vat_minor bigint, vat_rate integer)) with ordinality
        as line (uuid, product_id, sku, name, quantity, unit_price_minor, total_minor, vat_minor, vat_rate, ordinality)
    ), reserved as (
      insert into stock_reservation (order_id, product_id, store, pool, quantity)
      select written.id, take.product_id, ${snapshot.store}, take.pool, take.quantity
      from written, jsonb_to_recordset(${JSON.stringify(summedTakes(order.takes))}::jsonb)
        as take (product_id integer, pool text, quantity integer)
    ), bound as (
      update payment_attempt a set order_id = written.id, snapshot_hash = ${snapshotHash},
        amount_minor = ${snapshot.totalMinor}, status = 'pending', updated_at = now()
      from written where a.id = ${attempt}::bigint and a.checkout_id = ${order.checkoutId} and a.order_id is null
    ), attempted as (
      insert into payment_attempt (checkout_id, order_id, provider, provider_order_id, store, customer_type, amount_minor,
        currency, snapshot_hash, status, idempotency_key)
      select ${order.checkoutId}, written.id, ${snapshot.payment}, ${opened?.providerOrderId ?? null}, ${snapshot.store},
        ${snapshot.customer.type}, ${snapshot.totalMinor}, ${snapshot.currency}, ${snapshotHash}, 'pending',
        ${opened?.idempotencyKey ?? ''}
      from written where ${opened !== null}
    ), recorded as (
      insert into order_event (order_id, kind, to_status, actor, data)
      select written.id, 'placed', 'pending', 'shopper', ${JSON.stringify({ totalMinor: snapshot.totalMinor })}::jsonb from written
    ), tied as (
      update checkout set order_id = written.id, updated_at = now() from written where checkout.id = ${order.checkoutId}
    )
    select id, number from written`.execute(trx)
  const row = rows[0]
  return row ? { ...row, accessToken, snapshotHash } : null
}

function lineRow(line: OrderSnapshot['lines'][number]) {
  return {
    uuid: line.uuid,
    product_id: line.productId,
    sku: line.sku,
    name: line.name,
    quantity: line.quantity,
    unit_price_minor: line.unitMinor,
    total_minor: line.totalMinor,
    vat_minor: line.vatMinor,
    vat_rate: line.vatRateBasisPoints,
  }
}

/** Demand per product and pool, added up over the lines. */
function summedTakes(takes: readonly StockTake[]) {
  const sums = new Map<string, { product_id: number; pool: string; quantity: number }>()
  for (const { productId, pool, quantity } of takes) {
    const key = `${productId} ${pool}`
    const sum = sums.get(key)
    if (sum) sum.quantity += quantity
    else sums.set(key, { product_id: productId, pool, quantity })
  }
  return [...sums.values()]
}

/** Takes an order's reservations out of stock; answers the first product of which there is too little. Then roll back. */
export async function takeStock(trx: Kysely<DB>, orderId: number): Promise<number | null> {
  const { rows } = await sql<{ short: number | null }>`select reserve_stock(${orderId}) as short`.execute(trx)
  return rows[0]?.short ?? null
}

/** Puts back what an order still holds. Repeating it changes nothing. */
export async function releaseStock(trx: Kysely<DB>, orderId: number): Promise<void> {
  await sql`select release_stock(${orderId})`.execute(trx)
}

export interface StoredOrder {
  id: number
  number: string
  status: OrderStatus
  accessToken: string
  snapshot: OrderSnapshot
  snapshotHash: string
}

interface OrderRow {
  id: number
  number: string
  status: OrderStatus
  access_token: string
  snapshot: OrderSnapshot
  snapshot_hash: string
}

const storedOrder = (row: OrderRow | undefined): StoredOrder | null =>
  row
    ? {
        id: row.id,
        number: row.number,
        status: row.status,
        accessToken: row.access_token,
        snapshot: row.snapshot,
        snapshotHash: row.snapshot_hash,
      }
    : null

const columns = sql`id, number, status, access_token, snapshot, snapshot_hash`

/** The order behind an access token: how a guest reads an order. */
export async function findOrderByToken(db: Kysely<DB>, token: string): Promise<StoredOrder | null> {
  const { rows } = await sql<OrderRow>`select ${columns} from orders where access_token = ${token}`.execute(
    db,
  )
  return storedOrder(rows[0])
}

/** For the shop's own people only: no shopper may read an order by its number. */
export async function findOrderByNumber(db: Kysely<DB>, number: string): Promise<StoredOrder | null> {
  const { rows } = await sql<OrderRow>`select ${columns} from orders where number = ${number}`.execute(db)
  return storedOrder(rows[0])
}

export async function findOrderById(db: Kysely<DB>, id: number): Promise<StoredOrder | null> {
  const { rows } = await sql<OrderRow>`select ${columns} from orders where id = ${id}`.execute(db)
  return storedOrder(rows[0])
}

export interface OrderEvent {
  kind: string
  fromStatus: string | null
  toStatus: string | null
  actor: string
  data: Record<string, unknown>
  recordedAt: Date
}

/** An order's history, oldest first. */
export async function orderEvents(db: Kysely<DB>, orderId: number): Promise<OrderEvent[]> {
  const { rows } =
    await sql<OrderEvent>`select kind, from_status as "fromStatus", to_status as "toStatus", actor, data,
    recorded_at as "recordedAt" from order_event where order_id = ${orderId} order by id`.execute(db)
  return rows
}

export interface OrderListEntry {
  number: string
  store: string
  status: OrderStatus
  total_minor: number
  currency: string
  placed_at: Date
}

/** The latest orders, newest first. */
export async function latestOrders(db: Kysely<DB>, limit: number): Promise<OrderListEntry[]> {
  const { rows } = await sql<OrderListEntry>`select number, store, status, total_minor, currency, placed_at
    from orders order by placed_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
