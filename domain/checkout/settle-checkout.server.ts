/**
 * The result of a checkout's payment for the shopper who returns from it, reloads, or comes back later. It reads
 * the provider's record and settles the order (`finalizePayment`); it never says that a payment failed while the
 * provider may have it.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { isSettled, type OrderStatus } from '../orders/order-states.ts'
import { cancelOpenPayment } from '../payments/cancel-open-payment.server.ts'
import { finalizePayment, type FinalizeServices } from '../payments/finalize-payment.server.ts'
import { expirePendingOrder } from '../payments/expire-pending-order.server.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { Store } from '../stores/stores.ts'
import { findCheckout, type CheckoutOrder } from './checkout-repository.server.ts'
import { isRedirected } from '../payment-methods/payment-methods.ts'

export type SettledCheckout =
  /** `pending`: being confirmed, ask again. `open`: nothing was paid, the checkout can be paid. */
  | { ok: true; status: 'pending' | 'open' }
  /** `accessToken`: of the order's confirmation. Held orders are confirmed as received. */
  | { ok: true; status: 'paid'; accessToken: string }
  | { ok: true; status: 'failed'; reason: 'declined' | 'cancelled' | 'expired' }
  /** No such checkout in this store, or the payment is not one of it. */
  | { ok: false; code: 'checkout_not_found' }

/**
 * After this time without a purchase, a written order is given up for a shopper who came back: providers charge
 * within seconds of asking the shop, and their own record says that nothing was.
 */
const purchaseSeconds = 60

interface ShownPayment {
  provider: PaymentProviderId | 'none'
  provider_order_id: string
  order_id: number | null
  /** Of its order; null: none. */
  order_status: OrderStatus | null
  access_token: string | null
  seconds: number | null
}

/** `providerOrderId`: the payment named by the return address; null: the checkout's latest. */
export async function settleCheckout(
  services: FinalizeServices,
  actor: Actor,
  {
    store,
    checkoutId,
    providerOrderId,
  }: { store: Store; checkoutId: string; providerOrderId: string | null },
): Promise<SettledCheckout> {
  const { db } = services
  const checkout = await findCheckout(db, store.code, checkoutId)
  if (!checkout) return { ok: false, code: 'checkout_not_found' }
  // A frame that was opened before says nothing about the order that waits for its page.
  const waits = checkout.order?.status === 'pending' && checkout.order.providerOrderId === null
  if (waits && providerOrderId === null) return settleUnopened(services, actor, checkout.order)
  const payment = await findPayment(services, store, checkoutId, providerOrderId)
  if (!payment && providerOrderId !== null) return { ok: false, code: 'checkout_not_found' }
  if (!payment) return settleUnopened(services, actor, checkout.order)
  if (payment.order_status && isSettled(payment.order_status))
    return { ok: true, status: 'paid', accessToken: payment.access_token! }
  const answer = await finalizePayment(services, actor, {
    store: store.code,
    provider: payment.provider,
    providerOrderId: payment.provider_order_id,
  })
  if (!answer.ok) {
    if (answer.code === 'provider_unavailable') return { ok: true, status: 'pending' }
    if (answer.code === 'no_order_yet') return { ok: true, status: await isUnused(services, payment, store) }
    // The provider has forgotten a session in which nothing was bought.
    await giveUp(db, actor, payment)
    return { ok: true, status: 'failed', reason: 'expired' }
  }
  if (answer.status === 'held') return { ok: true, status: 'paid', accessToken: answer.accessToken }
  if (isSettled(answer.status)) return { ok: true, status: 'paid', accessToken: answer.accessToken }
  if (answer.status === 'payment_failed' || answer.status === 'cancelled')
    return { ok: true, status: 'failed', reason: reasonOf(answer.paymentState) }
  // Sent back by the provider, the shopper is not paying any more; a reload may be beside a purchase that goes on.
  const isPaying =
    providerOrderId === null &&
    (payment.seconds ?? 0) < purchaseSeconds &&
    // Who is here has left the provider's page.
    !isRedirected(payment.provider)
  if (answer.paymentState !== 'open' || isPaying) return { ok: true, status: 'pending' }
  // The shopper wants to pay in another way.
  const hasEnded = await cancelOpenPayment(services, actor, {
    store: store.code,
    provider: payment.provider,
    providerOrderId: payment.provider_order_id,
  })
  return { ok: true, status: hasEnded ? 'open' : 'pending' }
}

/** A checkout whose payment was never opened, so that nobody can pay it. */
async function settleUnopened(
  { db, clock }: FinalizeServices,
  actor: Actor,
  order: CheckoutOrder | null,
): Promise<SettledCheckout> {
  if (order === null) return { ok: true, status: 'open' }
  if (isSettled(order.status)) return { ok: true, status: 'paid', accessToken: order.accessToken }
  const { rows } = await sql<{
    is_old: boolean
  }>`select placed_at < ${new Date(clock() - purchaseSeconds * 1000)}
    as is_old from orders where id = ${order.id}`.execute(db)
  // The request that opens it may still be in flight.
  if (!rows[0]?.is_old) return { ok: true, status: 'pending' }
  const isEnded = await audited(db, actor, (trx) => expirePendingOrder(trx, actor, order.id))
  return { ok: true, status: isEnded ? 'open' : 'pending' }
}

async function findPayment(
  { db, clock }: FinalizeServices,
  store: Store,
  checkoutId: string,
  providerOrderId: string | null,
): Promise<ShownPayment | undefined> {
  const { rows } = await sql<ShownPayment>`/* plan: find-shown-payment */
    select a.provider, a.provider_order_id, a.order_id, o.status as order_status, o.access_token,
      extract(epoch from ${new Date(clock())}::timestamptz - o.placed_at)::integer as seconds
    from payment_attempt a left join orders o on o.id = a.order_id
    where a.checkout_id = ${checkoutId} and a.store = ${store.code} and a.provider_order_id is not null
      and (${providerOrderId}::text is null or a.provider_order_id = ${providerOrderId})
    order by (o.status is not null and o.status <> 'payment_failed') desc, a.id desc limit 1`.execute(db)
  return rows[0]
}

/** A payment without an order: open and unpaid, unless the provider says that it went through. */
async function isUnused(
  { providers }: FinalizeServices,
  payment: ShownPayment,
  store: Store,
): Promise<'open' | 'pending'> {
  const record = await providers[store.code][payment.provider]?.retrieve(payment.provider_order_id)
  const unpaid = record?.ok && ['open', 'failed', 'cancelled', 'expired'].includes(record.state)
  return unpaid ? 'open' : 'pending'
}

async function giveUp(db: Kysely<DB>, actor: Actor, { order_id: orderId }: ShownPayment): Promise<void> {
  if (orderId !== null) await audited(db, actor, (trx) => expirePendingOrder(trx, actor, orderId))
}

function reasonOf(state: string): 'declined' | 'cancelled' | 'expired' {
  return state === 'cancelled' || state === 'expired' ? state : 'declined'
}
