/**
 * Pays on a provider's own page: writes the pending order, opens a payment for it, and answers the page's address. The
 * shopper is sent there only once the payment's id is stored, so that no paid amount is without an order. A payment that
 * cannot be opened ends its order at once, which reopens the checkout for another method.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderByNumber, type StoredOrder } from '../orders/order-repository.server.ts'
import { expirePendingOrder } from '../payments/expire-pending-order.server.ts'
import type { FinalizeServices } from '../payments/finalize-payment.server.ts'
import { offeredChoices } from '../payments/offered-providers.ts'
import { basketOfOrder } from '../payments/payment-basket.ts'
import { isOfProvider, type ProviderMethod } from '../payment-methods/payment-methods.ts'
import type { PaymentContact, PaymentRequest } from '../payments/payment-provider.ts'
import type { OfferedMeans } from '../stores/store.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { StoreCode } from '../stores/stores.ts'
import { findCheckout } from './checkout-repository.server.ts'
import type { CommittedPayment } from './commit-payment.server.ts'
import { endUnpaidOrder } from './end-unpaid-order.server.ts'
import { openAttempt } from './open-attempt.server.ts'
import { paymentUrls } from './payment-request.server.ts'
import { placeOrder, type PlaceOrderInput, type PlaceOrderServices } from './place-order.server.ts'

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
  const opened = await adapter.create(
    requestOf(services, order, {
      store: store.code,
      provider,
      checkoutId,
      means,
      key: attempt.idempotency_key,
    }),
  )
  if (!opened.ok || opened.embed.kind !== 'redirect') {
    await audited(services.db, actor, (trx) => expirePendingOrder(trx, actor, order.id))
    return { ok: false, code: 'payment_unavailable' }
  }
  const { providerOrderId, embed } = opened
  const isStored = await audited(services.db, actor, async (trx, record) => {
    const { rows } =
      await sql`update payment_attempt set provider_order_id = ${providerOrderId}, updated_at = now()
      where id = ${attempt.id} and order_id = ${order.id} and status = 'pending' returning id`.execute(trx)
    if (rows.length === 0) return false
    record({
      action: 'payment.request',
      object: ['payment', attempt.id],
      store: store.code,
      after: { providerOrderId },
    })
    return true
  })
  // Another tab has ended the order meanwhile: nobody is sent to this payment, and nobody else may pay it.
  if (!isStored) {
    await adapter.cancel(providerOrderId, `give-up-${providerOrderId}`)
    return { ok: false, code: 'payment_in_progress' }
  }
  return { ok: true, number: order.number, providerOrderId, redirect: embed.url }
}

function requestOf(
  { publicUrl }: Pick<RedirectServices, 'publicUrl'>,
  { number, snapshot, snapshotHash }: StoredOrder,
  {
    store,
    provider,
    checkoutId,
    means,
    key,
  }: {
    store: StoreCode
    provider: ProviderMethod
    checkoutId: string
    means: OfferedMeans | null
    key: string
  },
): PaymentRequest {
  return {
    idempotencyKey: key,
    checkoutId,
    order: { number, snapshotHash },
    basket: basketOfOrder(snapshot),
    urls: paymentUrls(publicUrl, store, provider, checkoutId),
    email: snapshot.customer.email,
    prefill: contactOf(snapshot),
    means,
  }
}

/** Whom the invoice of the order is made out to. */
function contactOf({ customer, address }: StoredOrder['snapshot']): PaymentContact {
  return {
    company: customer.companyName,
    firstName: customer.firstName,
    lastName: customer.lastName,
    careOf: null,
    street: address.street,
    street2: null,
    postalCode: address.postalCode,
    city: address.city,
    countryCode: address.countryCode,
    email: customer.email,
    phone: customer.phone,
  }
}
