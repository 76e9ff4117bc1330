/**
 * Pays on a provider's own page: writes the pending order, opens a payment for it, and answers the page's address. The
 * shopper is sent there only once the payment's id is stored, so that no paid amount is without an order. A payment that
 * cannot be opened ends its order at once, which reopens the checkout for another method.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { expirePendingOrder } from '../payments/expire-pending-order.server.ts'
import type { FinalizeServices } from '../payments/finalize-payment.server.ts'
import { offeredChoices } from '../payments/offered-providers.ts'
import { isOfProvider } from '../payment-methods/payment-methods.ts'
import type { OfferedMeans } from '../stores/store.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import { findCheckout } from './checkout-repository.server.ts'
import type { CommittedPayment } from './commit-payment.server.ts'
import { endUnpaidOrder } from './end-unpaid-order.server.ts'
import { openAttempt } from './open-attempt.server.ts'
import { orderPaymentRequest } from './order-payment-request.server.ts'
import {
  isSellingTo,
  placeOrder,
  type PlaceOrderInput,
  type PlaceOrderServices,
} from './place-order.server.ts'

export type RedirectServices = PlaceOrderServices & FinalizeServices & { publicUrl: string }

/** An order that was left unpaid before, on any such page, is ended and replaced. */
export async function redirectPayment(
  services: RedirectServices,
  actor: Actor,
  input: Omit<PlaceOrderInput, 'attemptId' | 'provider'> & {
    provider: PaymentProviderId
    means?: OfferedMeans | null
  },
): Promise<CommittedPayment> {
  const { store, checkoutId, provider, form, means = null } = input
  const adapter = services.providers[store.code][provider]
  const isOffered = offeredChoices(services.providers, store.code, form.customerType).some(
    (choice) => choice.provider === provider,
  )
  if (!adapter || !isOffered || !isOfProvider(provider)) return { ok: false, code: 'payment_unavailable' }
  const checkout = await findCheckout(services.db, store.code, checkoutId)
  if (!checkout) return { ok: false, code: 'checkout_not_found' }
  if (!isSellingTo(input)) return { ok: false, code: 'store_closed' }
  if (checkout.order && !(await endUnpaidOrder(services, actor, store.code, checkout.order)))
    return { ok: false, code: 'payment_in_progress' }
  const attempt = await openAttempt(services.db, actor, {
    checkoutId,
    store,
    provider,
    customerType: form.customerType,
    means,
    amountMinor: input.quoted.payableMinor ?? input.quoted.totalMinor,
  })
  const placed = await placeOrder(services, actor, { ...input, attemptId: attempt.id })
  if (!placed.ok) return placed
  // Another tab was faster, or nothing is left to be paid: the confirmation says which.
  if (!placed.placedNow || placed.order.provider !== provider)
    return { ok: false, code: 'payment_in_progress' }
  const order = await findOrderByNumber(services.db, placed.order.number)
  if (!order) throw new Error(`${placed.order.number} was written and is not there`)
  // Another tab has ended the order meanwhile.
  if (!(await noteAsked(services.db, actor, attempt.id))) return { ok: false, code: 'payment_in_progress' }
  const opened = await adapter.create(
    orderPaymentRequest(services.publicUrl, order, {
      provider,
      checkoutId,
      means,
      idempotencyKey: attempt.idempotency_key,
    }),
  )
  if (!opened.ok || opened.embed.kind !== 'redirect') {
    // Without an answer it may have been opened all the same (`end-unanswered-payments.server.ts`).
    if (!opened.ok && opened.code !== 'provider_unavailable')
      await noteNotOpened(services.db, actor, attempt.id)
    await audited(services.db, actor, (trx) => expirePendingOrder(trx, actor, order.id))
    return { ok: false, code: 'payment_unavailable' }
  }
  const { providerOrderId, embed } = opened
  const isStored = await audited(services.db, actor, async (trx, record) => {
    const { rows } = await sql`update payment_attempt set provider_order_id = ${providerOrderId},
        open_asked_at = null, updated_at = now()
      where id = ${attempt.id} and order_id = ${order.id} and status = 'pending' and ${isAwaited} returning id`.execute(
      trx,
    )
    if (rows.length === 0) return false
    record({
      action: 'payment.request',
      object: ['payment', attempt.id],
      store: store.code,
      after: { providerOrderId },
    })
    return true
  })
  // Another tab has ended the order meanwhile: nobody is sent to this payment, and nobody else may pay it. Whether it has
  // ended is found out by `end-unanswered-payments.server.ts`.
  if (!isStored) {
    await keepId(services.db, actor, attempt.id, providerOrderId)
    await adapter.cancel(providerOrderId, `give-up-${providerOrderId}`)
    return { ok: false, code: 'payment_in_progress' }
  }
  return { ok: true, number: order.number, providerOrderId, redirect: embed.url }
}

/** The order of the attempt has not been cancelled meanwhile. */
const isAwaited = sql`exists (select from orders o where o.id = payment_attempt.order_id and o.status = 'pending')`

/** What the provider reports of the payment finds its order; whether it has ended is asked. */
async function keepId(
  db: Kysely<DB>,
  actor: Actor,
  attemptId: number,
  providerOrderId: string,
): Promise<void> {
  await audited(db, actor, async (trx) => {
    await sql`update payment_attempt set provider_order_id = ${providerOrderId}
      where id = ${attemptId} and provider_order_id is null`.execute(trx)
  })
}

/**
 * Notes the request before the provider is asked: if the process ends before the answer, `end-unanswered-payments.server.ts`
 * finds the attempt. False: the order no longer waits for a payment.
 */
async function noteAsked(db: Kysely<DB>, actor: Actor, attemptId: number): Promise<boolean> {
  return audited(db, actor, async (trx) => {
    const { rows } = await sql`update payment_attempt set open_asked_at = now()
      where id = ${attemptId} and status = 'pending' and ${isAwaited} returning id`.execute(trx)
    return rows.length > 0
  })
}

/** The provider has answered the first question with a refusal: it opens no payment, and is not asked again. */
async function noteNotOpened(db: Kysely<DB>, actor: Actor, attemptId: number): Promise<void> {
  await audited(db, actor, async (trx) => {
    await sql`update payment_attempt set status = 'failed', open_asked_at = null, updated_at = now()
      where id = ${attemptId} and provider_order_id is null
        and status in ('created', 'pending', 'expired')`.execute(trx)
  })
}
