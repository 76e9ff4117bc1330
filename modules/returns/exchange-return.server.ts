/**
 * The exchange of a return that staff have approved: the returned goods are refunded, what the new goods cost stays for
 * them, and an order delivers them. All of it in the transaction that handles the return.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { insertCheckout } from '../../domain/checkout/checkout-repository.server.ts'
import type { OrderCredit } from '../../domain/credit/credit-repository.server.ts'
import type { LockedOrder } from '../../domain/orders/lock-order.server.ts'
import {
  insertOrder,
  GoodsWithheld,
  ShortOfStock,
  type NewOrder,
  type WrittenOrder,
} from '../../domain/orders/order-repository.server.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { settlementAtOnce } from '../../domain/payments/settlement.ts'
import {
  refundLocked,
  type RefundRefusal,
  type RefundServices,
} from '../../domain/refunds/refund-locked.server.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { allocateRefund } from '../../domain/refunds/allocate-refund.ts'
import { arrivalDays } from '../../domain/shipping/next-delivery.ts'
import { shippingMethod } from '../../domain/shipping/shipping-methods.ts'
import { stores } from '../../domain/stores/stores.ts'
import { exchangedLines, exchangeSnapshot, exchangeTotalMinor } from './exchange.ts'
import { loadReturnGoods } from './return-goods.server.ts'
import { returnRefundRequest } from './return-refund.ts'
import type { returnOrder } from './register-return.server.ts'
import type { StoredReturn } from './return-repository.server.ts'

export type ExchangeRefusal =
  | RefundRefusal['code']
  /** Nothing of the return is to be exchanged. */
  | 'no_exchange'
  /** The goods were sold meanwhile: the return is refunded instead. */
  | 'out_of_stock'

export type ExchangeAnswer =
  | { ok: true; refund: StoredRefund; order: WrittenOrder }
  | { ok: false; code: ExchangeRefusal }

/**
 * Refunds a return of a locked order and writes the order of its exchange. The caller must roll back on a refusal. The
 * delivery is not refunded: the purchase stays.
 */
export async function exchangeLocked(
  services: RefundServices,
  actor: Actor,
  order: LockedOrder,
  { own, whole }: { own: StoredReturn; whole: Awaited<ReturnType<typeof returnOrder>> },
): Promise<ExchangeAnswer> {
  const { db: trx } = services
  const goods = await loadReturnGoods(trx, order.snapshot.lines)
  const request = returnRefundRequest(whole, own.items, { goods, shipping: false })
  const allocated = allocateRefund(order.snapshot, whole.refunds, request)
  if (!allocated.ok) return allocated
  const lines = exchangedLines(own.items, allocated.refund)
  if (lines.length === 0) return { ok: false, code: 'no_exchange' }
  // An invoice is credited in full, and the new goods are invoiced.
  const exchangedMinor = order.snapshot.payment === 'invoice' ? undefined : exchangeTotalMinor(lines)
  const refunded = await refundLocked(services, actor, order, {
    request: { ...request, ...(exchangedMinor && { exchangedMinor }) },
    reason: 'exchange',
    idempotencyKey: `return-${own.id}`,
  })
  if (!refunded.ok) return refunded
  const { shipping, store } = order.snapshot
  const now = services.clock()
  const days = shippingMethod(store, shipping.methodId)?.days
  const snapshot = exchangeSnapshot(order.snapshot, {
    returnId: own.id,
    orderNumber: order.number,
    lines,
    uuids: lines.map(() => randomUUID()),
    placedAt: now,
    arrival: days ? arrivalDays(stores[store], now, days) : shipping.arrival,
  })
  try {
    return { ok: true, refund: refunded.refund, order: await writeOrder(services, actor, order, snapshot) }
  } catch (error) {
    if (error instanceof ShortOfStock || error instanceof GoodsWithheld)
      return { ok: false, code: 'out_of_stock' }
    throw error
  }
}

interface FirstOrder {
  accountId: number | null
  identityNumberEncrypted: string | null
  keys: OrderCredit['keys']
}

/** Writes the order settled, with the credit of the first one where it is invoiced. */
async function writeOrder(
  { db: trx, providers, jobs, clock }: RefundServices,
  actor: Actor,
  { id }: LockedOrder,
  snapshot: OrderSnapshot,
): Promise<WrittenOrder> {
  const first = await readFirstOrder(trx, id)
  const { store, lines, payment } = snapshot
  const checkoutId = await insertCheckout(trx, {
    store,
    lines: lines.map(({ uuid, productId, quantity }) => ({ uuid, productId, quantity })),
    couponCodes: [],
    campaignData: null,
    accountId: first.accountId,
  })
  const isInvoiced = payment === 'invoice'
  const providerOrderId = `${payment}-${checkoutId}-1`
  const order: NewOrder = {
    actor,
    checkoutId,
    checkoutVersion: 1,
    snapshot,
    identityNumberEncrypted: isInvoiced ? first.identityNumberEncrypted : null,
    ...(isInvoiced && {
      credit: { amountMinor: snapshot.totalMinor, decision: 'approved', keys: first.keys },
    }),
    allocations: lines.map(({ productId, quantity }) => ({ productId, quantity, pool: 'available' })),
    payment: { providerOrderId, idempotencyKey: `${checkoutId}-1` },
  }
  const written = await insertOrder(trx, order, (snapshotHash) =>
    settlementAtOnce(
      providers[store][payment],
      { providerOrderId, snapshot, snapshotHash, credit: isInvoiced ? 'approved' : null },
      clock(),
    ),
  )
  if (!written?.settlement)
    throw new Error(`the order of the exchange ${snapshot.exchange?.returnId} is not settled`)
  for (const kind of written.settlement.mails)
    await jobs.enqueue(trx, 'order-mail', { orderId: written.id, kind })
  return written
}

async function readFirstOrder(trx: Kysely<DB>, orderId: number): Promise<FirstOrder> {
  const { rows } = await sql<FirstOrder>`
    select account_id as "accountId", identity_number_encrypted as "identityNumberEncrypted",
      coalesce((select jsonb_agg(jsonb_build_object('kind', k.kind, 'digest', encode(k.digest, 'hex')))
        from credit_key k where k.order_id = orders.id), '[]') as keys
    from orders where id = ${orderId}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`there is no order ${orderId}`)
  return row
}
