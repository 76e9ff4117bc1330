/**
 * Writes the pending order of a payment that our own button starts (Stripe): the page lets the shopper confirm it at
 * the provider only afterwards, so that no paid amount is without an order. The order is still unpaid.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { findOrderByNumber, type StoredOrder } from '../orders/order-repository.server.ts'
import { hashOf } from '../orders/order-hash.server.ts'
import { payableMinorOf } from '../orders/order-snapshot.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import type { OfferedMeans } from '../stores/store.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import { replaceOrder } from './answer-purchase.server.ts'
import { nearestPoint, type ServicePoint } from '../shipping/service-point.ts'
import { readCommitFields } from './commit-fields.server.ts'
import { findCheckout } from './checkout-repository.server.ts'
import type { PlaceOrderRefusal } from './place-order-refusal.server.ts'
import {
  isSellingTo,
  placeOrder,
  type PlaceOrderInput,
  type PlaceOrderServices,
} from './place-order.server.ts'

export type CommitPaymentServices = PlaceOrderServices & { providers: PaymentProviders }

export type CommittedPayment =
  /** `redirect`: the provider's page; only where the shopper pays there. */
  | { ok: true; number: string; providerOrderId: string; redirect?: string }
  | PlaceOrderRefusal
  | { ok: false; code: 'payment_in_progress' }

/**
 * Writes the order, or takes the unpaid one of an earlier, declined try, and binds the open payment to it. An order
 * that holds something else than the shopper sees now is replaced.
 */
export async function commitPayment(
  services: CommitPaymentServices,
  actor: Actor,
  input: Omit<PlaceOrderInput, 'attemptId' | 'provider'> & {
    provider: PaymentProviderId
    means?: OfferedMeans | null
  },
): Promise<CommittedPayment> {
  const { store, checkoutId, provider } = input
  const adapter = services.providers[store.code][provider]
  const attempt = await findAttempt(services.db, input)
  if (!adapter?.bindOrder || !attempt) return { ok: false, code: 'payment_unavailable' }
  const { id: attemptId, provider_order_id: providerOrderId } = attempt
  const checkout = await findCheckout(services.db, store.code, checkoutId)
  if (checkout?.order) {
    const { id, number, status } = checkout.order
    const before = await findOrderByNumber(services.db, number)
    // Settled, or being paid in another way: the confirmation says which.
    if (status !== 'pending' || checkout.order.providerOrderId !== providerOrderId || !before)
      return { ok: false, code: 'payment_in_progress' }
    if (!isShown(before, input)) {
      // The order would be ended, and no other one written.
      if (!isSellingTo(input)) return { ok: false, code: 'store_closed' }
      await replaceOrder(services.db, actor, id)
    }
  }
  const placed = await placeOrder(services, actor, { ...input, attemptId })
  if (!placed.ok) return placed
  const order = await findOrderByNumber(services.db, placed.order.number)
  if (!order) throw new Error(`${placed.order.number} was written and is not there`)
  const bound = await adapter.bindOrder(providerOrderId, {
    checkoutId,
    number: order.number,
    snapshotHash: order.snapshotHash,
    amountMinor: payableMinorOf(order.snapshot),
  })
  if (!bound.ok)
    return { ok: false, code: bound.code === 'read_only' ? 'payment_in_progress' : 'payment_unavailable' }
  return { ok: true, number: order.number, providerOrderId }
}

interface OpenAttempt {
  id: number
  provider_order_id: string
}

/** The payment that the page shows: the latest of this checkout, choice and customer type. */
async function findAttempt(
  db: Kysely<DB>,
  {
    store,
    checkoutId,
    provider,
    form,
    means = null,
  }: Omit<PlaceOrderInput, 'attemptId'> & { means?: OfferedMeans | null },
): Promise<OpenAttempt | undefined> {
  const { rows } = await sql<OpenAttempt>`/* plan: find-open-attempt */
    select id, provider_order_id from payment_attempt
    where checkout_id = ${checkoutId} and store = ${store.code} and provider = ${provider}
      and customer_type = ${form.customerType} and provider_order_id is not null
      and asked_means is not distinct from ${means}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Without a choice the carrier delivers to the nearest point. */
function isPoint(chosen: string | null, written: ServicePoint | null): boolean {
  return written === null || chosen === nearestPoint || written.id === chosen
}

/** Whether an order is the one that the shopper sees: the same amounts, and the same form. */
function isShown(
  { snapshot }: StoredOrder,
  { store, form, quoted, shippingMethod, servicePoint }: Omit<PlaceOrderInput, 'attemptId'>,
) {
  const { shipping } = snapshot
  const fields = readCommitFields(store, form, {
    now: Date.parse(snapshot.placedAt),
    needsIdentity: false,
    needsPostNumber: shipping.customerNumber !== undefined,
  })
  if (!fields.ok) return false
  const { customer, address, recipient, note, references } = snapshot
  const written = {
    customer,
    address,
    recipient: recipient ?? null,
    note: note ?? null,
    postNumber: shipping.customerNumber ?? null,
  }
  const typed = {
    customer: fields.customer,
    address: fields.address,
    recipient: fields.recipient,
    note: fields.note,
    postNumber: fields.postNumber,
  }
  return (
    snapshot.totalMinor === quoted.totalMinor &&
    (quoted.payableMinor === null || payableMinorOf(snapshot) === quoted.payableMinor) &&
    shipping.methodId === shippingMethod &&
    isPoint(servicePoint, shipping.servicePoint) &&
    hashOf({ ...written, references: references ?? null }) ===
      hashOf({ ...typed, references: fields.references })
  )
}
