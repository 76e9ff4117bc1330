/** The only SQL that writes orders, their lines and their history. */
import type { Minor } from '../money/money.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { randomToken } from '../security/access-token.server.ts'
import type { StockAllocation } from '../cart/allocate-stock.ts'
import type { OrderCredit } from '../credit/credit-repository.server.ts'
import type { GiftCardUse } from '../gift-cards/spend-gift-cards.ts'
import { currentSnapshot } from './current-snapshot.server.ts'
import { hashOf } from './order-hash.server.ts'
import { orderActor } from './order-actor.ts'
import type { OrderEventKind } from '../audit/order-event-kinds.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import type { OrderSnapshot } from './order-snapshot.ts'
import type { OrderStatus } from './order-states.ts'
import type { AttemptStatus } from './payment-attempt.ts'
import { storeFile } from '../stores/apply-settings.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { Settlement } from './settlement.ts'
import type { ProductId } from '../products/product-id.ts'

export interface NewOrder {
  actor: Actor
  checkoutId: string
  checkoutVersion: number
  snapshot: OrderSnapshot
  /** The number an invoice requires, encrypted for `identity-number`; null where none is required. */
  identityNumberEncrypted: string | null
  /** Set where the order is paid by our own invoice. */
  credit?: OrderCredit
  /** The stock to reserve. */
  allocations: readonly StockAllocation[]
  /** The order's codes, and the key under which its customer's uses are counted. */
  coupons?: readonly string[]
  customerKey?: string
  /** The amounts the order charges to gift cards. */
  giftCards?: readonly GiftCardUse[]
  /**
   * The attempt that is already open, or a new one: with our own id of it, or without an id until the provider
   * has answered one.
   */
  payment: { attemptId: number } | { providerOrderId: string | null; idempotencyKey: string }
}

/** How an order is written settled; without it, it is pending. */
export type SettleAtOnce = (snapshotHash: string) => Settlement | null

export interface WrittenOrder {
  id: number
  number: string
  accessToken: string
  snapshotHash: string
  settlement: Settlement | null
}

/** A concurrent order reserved the last units; nothing of the order was written. */
export class ShortOfStock extends Error {
  override name = 'ShortOfStock'
}

/** The store withholds products that lack statutory data (decision 120); nothing of the order was written. */
export class GoodsWithheld extends Error {
  override name = 'GoodsWithheld'
  readonly productIds: readonly ProductId[]
  constructor(productIds: readonly ProductId[]) {
    super()
    this.productIds = productIds
  }
}

/** A concurrent order used a code for the last time; nothing of the order was written. */
export class CouponUsedUp extends Error {
  override name = 'CouponUsedUp'
}

/** A gift card was charged elsewhere meanwhile; nothing of the order was written. */
export class GiftCardShort extends Error {
  override name = 'GiftCardShort'
}

/**
 * Writes a pending or settled order with its lines, attempt and first event, binds it to its checkout,
 * reserves its stock and counts its coupon uses: one statement (`place_order` in db/routines), all or
 * nothing. Null: the checkout already has an order or has moved to another version. Throws ShortOfStock,
 * GoodsWithheld, CouponUsedUp and GiftCardShort.
 */
export async function insertOrder(
  db: Kysely<DB>,
  order: NewOrder,
  settle: SettleAtOnce = () => null,
): Promise<WrittenOrder | null> {
  const accessToken = randomToken()
  const snapshotHash = hashOf(order.snapshot)
  const settlement = settle(snapshotHash)
  const { payment, allocations, ...rest } = order
  const withholdsByFile = storeFile(order.snapshot.store).policy.requiresStatutoryData
  const wanted = JSON.stringify({
    ...rest,
    ...payment,
    // The routine's key: nodes of the release before write it too.
    takes: allocations,
    accessToken,
    snapshotHash,
    settlement,
    withholdsByFile,
  })
  try {
    const { rows } = await sql<{ id: number | null; number: string }>`/* plan: place-order */
      select placed_id as id, placed_number as number from place_order(${wanted}::jsonb)`.execute(db)
    const row = rows[0]
    return row?.id ? { id: row.id, number: row.number, accessToken, snapshotHash, settlement } : null
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'SH001') throw new ShortOfStock()
      if (error.code === 'WH001' && 'detail' in error)
        throw new GoodsWithheld(JSON.parse(String(error.detail)) as ProductId[])
      if (error.code === 'CO001') throw new CouponUsedUp()
      if (error.code === 'GC001') throw new GiftCardShort()
    }
    throw error
  }
}

/**
 * Reserves again what an order released when its payment failed; a no-op for an order that still has its
 * reservations. Returns the first product that is short; the caller must then roll back or leave the order
 * unchanged.
 */
export async function reserveStockAgain(trx: Kysely<DB>, orderId: number): Promise<ProductId | null> {
  await sql`savepoint retake_stock`.execute(trx)
  await sql`select reserve_what_came(${orderId})`.execute(trx)
  const { numAffectedRows } = await sql`update stock_reservation set status = 'reserved'
    where order_id = ${orderId} and status = 'released'`.execute(trx)
  if (!numAffectedRows) return null
  const { rows } = await sql<{ short: ProductId | null }>`select reserve_stock(${orderId}) as short`.execute(
    trx,
  )
  const short = rows[0]?.short ?? null
  if (short !== null) await sql`rollback to savepoint retake_stock`.execute(trx)
  return short
}

export interface StoredOrder {
  id: number
  number: string
  status: OrderStatus
  accessToken: string
  /** With the newest address of the goods (`domain/dispatch/change-address.server.ts`). */
  snapshot: OrderSnapshot
  /** Of the snapshot as the buyer sent it. */
  snapshotHash: string
  /** Null while an invoice is unpaid. */
  paidAt: Date | null
  /** Null until it is delivered. */
  deliveredAt: Date | null
}

interface OrderRow {
  id: number
  number: string
  status: OrderStatus
  access_token: string
  snapshot: OrderSnapshot
  snapshot_hash: string
  paid_at: Date | null
  delivered_at: Date | null
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
        paidAt: row.paid_at,
        deliveredAt: row.delivered_at,
      }
    : null

const columns = sql`id, number, status, access_token, ${currentSnapshot} as snapshot, snapshot_hash, paid_at,
  delivered_at`

/** The order with an access token: how a guest reads an order. */
export async function findOrderByToken(db: Kysely<DB>, token: string): Promise<StoredOrder | null> {
  const { rows } = await sql<OrderRow>`select ${columns} from orders where access_token = ${token}`.execute(
    db,
  )
  return storedOrder(rows[0])
}

/** For staff only: shoppers must not read an order by its number. */
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

/**
 * Adds an entry to an order's history, and so to the audit, without changing its status. Never contains
 * personal data.
 */
export async function recordOrderEvent(
  trx: Kysely<DB>,
  orderId: number,
  event: {
    kind: OrderEventKind
    from: OrderStatus
    to: OrderStatus
    actor: Actor
    data?: Record<string, unknown>
  },
): Promise<void> {
  await sql`insert into order_event (order_id, kind, from_status, to_status, actor, data)
    values (${orderId}, ${event.kind}, ${event.from}, ${event.to}, ${orderActor(event.actor)}, ${JSON.stringify(event.data ?? {})}::jsonb)`.execute(
    trx,
  )
}

/**
 * Adds a mail the order owes its buyer, once per kind, and enqueues the job that sends it. `notBefore`: earliest time;
 * whether it is still owed is decided when it is sent. Returns whether it was not owed before.
 */
export async function addOrderMail(
  trx: Kysely<DB>,
  jobs: JobQueue<'order-mail'>,
  orderId: number,
  kind: OrderMailKind,
  notBefore: Date | null = null,
): Promise<boolean> {
  const { rows } = await sql`insert into order_mail (order_id, kind, not_before)
    values (${orderId}, ${kind}, ${notBefore}) on conflict do nothing returning kind`.execute(trx)
  if (rows.length === 0) return false
  await jobs.enqueue(trx, 'order-mail', { orderId, kind }, ...(notBefore ? [{ startAfter: notBefore }] : []))
  return true
}

export interface OrderListEntry {
  number: string
  store: StoreCode
  status: OrderStatus
  total_minor: Minor
  currency: string
  placed_at: Date
}

/** The latest orders, newest first; of one status if given. */
export async function latestOrders(
  db: Kysely<DB>,
  limit: number,
  status: OrderStatus | null = null,
): Promise<OrderListEntry[]> {
  const { rows } = await sql<OrderListEntry>`select number, store, status, total_minor, currency, placed_at
    from orders where ${status === null ? sql`true` : sql`status = ${status}`}
    order by placed_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export interface HeldOrder extends OrderListEntry {
  payment_provider: PaymentProviderId | 'none'
  /** Status of its latest payment attempt, which shows what it waits for. */
  attempt_status: AttemptStatus | null
}

/** Orders under review, oldest first. */
export async function heldOrders(db: Kysely<DB>, limit: number): Promise<HeldOrder[]> {
  const { rows } =
    await sql<HeldOrder>`select o.number, o.store, o.status, o.total_minor, o.currency, o.placed_at,
      o.payment_provider, (select a.status from payment_attempt a where a.order_id = o.id order by a.id desc limit 1) as attempt_status
    from orders o where o.status = 'held' order by o.placed_at, o.id limit ${limit}`.execute(db)
  return rows
}

/**
 * An order that an account may read, by its number: its own, or one of the company of which it is an approver or admin.
 * Null where there is none.
 */
export async function findOrderOfAccount(
  db: Kysely<DB>,
  accountId: number,
  number: string,
): Promise<StoredOrder | null> {
  const { rows } = await sql<OrderRow>`select ${columns} from orders
    where number = ${number} and (account_id = ${accountId} or company_id in
      (select company_id from company_member where account_id = ${accountId} and role <> 'buyer'))`.execute(
    db,
  )
  return storedOrder(rows[0])
}

/** An account's orders of all stores, newest first. */
export async function ordersOfAccount(
  db: Kysely<DB>,
  accountId: number,
  limit: number,
): Promise<OrderListEntry[]> {
  const { rows } = await sql<OrderListEntry>`select number, store, status, total_minor, currency, placed_at
    from orders where account_id = ${accountId} order by placed_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * The customer number at the carrier on the account's latest order in the store that has one; null: none. An
 * erased order has none.
 */
export async function lastCustomerNumber(
  db: Kysely<DB>,
  { accountId, store }: { accountId: number; store: StoreCode },
): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select snapshot #>> '{shipping,customerNumber}' as number from orders
    where account_id = ${accountId} and store = ${store} and snapshot #>> '{shipping,customerNumber}' is not null
    order by id desc limit 1`.execute(db)
  return rows[0]?.number ?? null
}

export interface CompanyOrderEntry extends OrderListEntry {
  /** Who placed it; empty after the account was deleted. */
  buyer: string
}

/** A company's orders, newest first. */
export async function ordersOfCompany(
  db: Kysely<DB>,
  companyId: number,
  limit: number,
): Promise<CompanyOrderEntry[]> {
  const { rows } = await sql<CompanyOrderEntry>`select o.number, o.store, o.status, o.total_minor, o.currency,
      o.placed_at, coalesce(trim(a.first_name || ' ' || a.last_name), '') as buyer
    from orders o left join account a on a.id = o.account_id
    where o.company_id = ${companyId} order by o.placed_at desc, o.id desc limit ${limit}`.execute(db)
  return rows
}
