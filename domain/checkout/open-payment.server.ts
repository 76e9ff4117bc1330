/**
 * Opens a payment in a provider's own frame (CHECKOUT-08) for a checkout, or updates the open one: one per
 * checkout, provider and customer type. The order is written later, when the shopper commits inside the
 * frame.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type {
  PaymentBasket,
  PaymentEmbed,
  PaymentProviders,
  PaymentRequest,
} from '../payments/payment-provider.ts'
import { basketOf } from '../payments/payment-basket.ts'
import type { FinalizeServices } from '../payments/finalize-payment.server.ts'
import { offeredChoices } from '../payments/offered-providers.ts'
import { providerCustomer } from '../payments/saved-methods.server.ts'
import {
  canRepeat,
  isOfProvider,
  type ProviderMethod,
  isRedirected,
} from '../payment-methods/payment-methods.ts'
import type { OfferedMeans } from '../stores/store.ts'
import type { Store } from '../stores/stores.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { findCheckout, type CheckoutRecord } from './checkout-repository.server.ts'
import { endUnpaidOrder } from './end-unpaid-order.server.ts'
import { openAttempt } from './open-attempt.server.ts'
import { isAboveLimit, type AboveLimit } from './order-limits.ts'
import { paymentUrls, prefillOf } from './payment-request.server.ts'
import {
  pricedPart,
  priceCheckout,
  type PricedCheckout,
  type PriceCheckoutServices,
} from './price-checkout.server.ts'
import { isSellingTo } from './place-order.server.ts'
import { isRenewed } from './renewed-lines.ts'
import { noteOpeningNetwork } from './unpaid-orders.server.ts'

export interface OpenPaymentServices extends PriceCheckoutServices, Pick<FinalizeServices, 'jobs' | 'log'> {
  providers: PaymentProviders
  keys: Keyring
  clock: () => number
  publicUrl: string
}

export type OpenPaymentAnswer =
  | { ok: true; attemptId: number | null; providerOrderId: string; embed: PaymentEmbed }
  | { ok: false; code: 'checkout_not_found' | 'cart_empty' | 'payment_unavailable' | 'store_closed' }
  /** The checkout has an order, or its payment can no longer be changed: it is probably paid. */
  | { ok: false; code: 'payment_in_progress' }
  | { ok: false; code: 'above_limit'; aboveLimit: AboveLimit }

export async function openPayment(
  services: OpenPaymentServices,
  actor: Actor,
  input: {
    store: Store
    checkoutId: string
    provider: PaymentProviderId
    customerType: 'private' | 'business' | null
    /** Which of the provider's choices of our page; null or absent: all that it offers. */
    means?: OfferedMeans | null
    /** The request's network, as a rate-limit key (`rateLimitKey`). */
    network?: string | null
    /** As of `PlaceOrderInput`. */
    whileClosed?: boolean
  },
): Promise<OpenPaymentAnswer> {
  const { store, provider } = input
  if (!isSellingTo(input)) return { ok: false, code: 'store_closed' }
  const adapter = services.providers[store.code][provider]
  const checkout = await findCheckout(services.db, store.code, input.checkoutId)
  if (!checkout) return { ok: false, code: 'checkout_not_found' }
  const customerType = input.customerType ?? checkout.customerType ?? 'private'
  const means = input.means ?? null
  const choices = offeredChoices(services.providers, store.code, customerType).filter(
    (choice) => choice.provider === provider && (means === null || choice.offers.includes(means)),
  )
  if (!adapter || choices.length === 0) return { ok: false, code: 'payment_unavailable' }
  if (checkout.order && !(await endUnpaidOrder(services, actor, store.code, checkout.order)))
    return { ok: false, code: 'payment_in_progress' }
  // A method of our form alone, such as the invoice, needs no attempt before the order; neither does a provider's page.
  if (!isOfProvider(provider) || isRedirected(provider))
    return {
      ok: true,
      attemptId: null,
      providerOrderId: `${provider}-${checkout.id}`,
      embed: { kind: 'none' },
    }
  const priced = await priceCheckout(services, {
    store,
    ...pricedPart(checkout),
    customerType,
    shippingMethodId: checkout.shippingMethod,
    now: services.clock(),
  })
  if (priced.cart.lines.length === 0) return { ok: false, code: 'cart_empty' }
  if (isAboveLimit(priced.aboveLimit))
    return { ok: false, code: 'above_limit', aboveLimit: priced.aboveLimit }
  const isRepeated = priced.synced.lines.some(isRenewed)
  if (isRepeated && (checkout.accountId === null || !canRepeat(provider)))
    return { ok: false, code: 'payment_unavailable' }
  // Codes and gift cards cover the total: there is nothing for a provider to collect.
  if (priced.payableMinor === 0)
    return { ok: true, attemptId: null, providerOrderId: `none-${checkout.id}`, embed: { kind: 'none' } }
  const savesFor =
    isRepeated && checkout.accountId !== null
      ? await providerCustomer(services, { accountId: checkout.accountId, store: store.code, provider })
      : null
  if (isRepeated && savesFor === null) return { ok: false, code: 'payment_unavailable' }
  const open = async () => {
    const attempt = await openAttempt(services.db, actor, {
      checkoutId: checkout.id,
      store,
      provider,
      customerType,
      means,
      amountMinor: priced.payableMinor,
    })
    if (checkout.accountId === null && input.network)
      await noteOpeningNetwork(services, attempt.id, input.network)
    const { idempotency_key: key, provider_order_id: known } = attempt
    const request = {
      ...paymentRequest(services, store, checkout, priced, provider, customerType, key),
      savesFor,
      means,
    }
    return { attempt, answer: await (known ? adapter.update(known, request) : adapter.create(request)) }
  }
  let { attempt, answer } = await open()
  // The provider's session has expired, and nothing was bought in it: another one is opened.
  if (!answer.ok && answer.code === 'unknown_payment' && attempt.provider_order_id) {
    await expireAttempt(services.db, actor, store, attempt.id)
    ;({ attempt, answer } = await open())
  }
  if (!answer.ok)
    return { ok: false, code: answer.code === 'read_only' ? 'payment_in_progress' : 'payment_unavailable' }
  const { providerOrderId } = answer
  const isStored = await audited(services.db, actor, async (trx, record) => {
    const { rows } = await sql`update payment_attempt set provider_order_id = ${providerOrderId},
      amount_minor = ${priced.payableMinor},
      status = case when status = 'created' then 'pending' else status end, updated_at = now()
      where id = ${attempt.id} and order_id is null
        and (provider_order_id is null or provider_order_id = ${providerOrderId}) returning id`.execute(trx)
    if (rows.length === 0) return false
    const after = { providerOrderId, amountMinor: priced.payableMinor }
    record({ action: 'payment.request', object: ['payment', attempt.id], store: store.code, after })
    return true
  })
  // Another tab has opened it at the same time, or written the order: a purchase in this session would be refused.
  if (!isStored) return openPayment(services, actor, input)
  return { ok: true, attemptId: attempt.id, providerOrderId, embed: answer.embed }
}

async function expireAttempt(db: Kysely<DB>, actor: Actor, store: Store, id: number): Promise<void> {
  await audited(db, actor, async (trx, record) => {
    await sql`update payment_attempt set status = 'expired', updated_at = now()
      where id = ${id} and order_id is null and status in ('created', 'pending')`.execute(trx)
    record({ action: 'payment.expire', object: ['payment', id], store: store.code })
  })
}

function paymentRequest(
  services: OpenPaymentServices,
  store: Store,
  checkout: CheckoutRecord,
  priced: PricedCheckout,
  provider: ProviderMethod,
  customerType: 'private' | 'business',
  idempotencyKey: string,
): PaymentRequest {
  return {
    idempotencyKey,
    checkoutId: checkout.id,
    order: null,
    basket: basketOfCheckout(store, priced, customerType),
    urls: paymentUrls(services.publicUrl, store.code, provider, checkout.id),
    email: checkout.contact?.email ?? null,
    prefill: prefillOf(store, checkout),
  }
}

export function basketOfCheckout(
  store: Store,
  priced: PricedCheckout,
  customerType: 'private' | 'business',
): PaymentBasket {
  const { cart, method, shippingMinor, shippingVat, giftCardUses, payableMinor, vatMinor } = priced
  const names = new Map(priced.synced.lines.map(({ uuid, name }) => [uuid, name]))
  return basketOf({
    store: store.code,
    currency: store.currency,
    customerType,
    lines: cart.lines.map((line) => ({
      ...line,
      name: names.get(line.uuid) ?? line.sku,
      totalMinor: line.netMinor,
    })),
    giftCards: giftCardUses,
    shipping: method && {
      methodId: method.id,
      name: method.name,
      priceMinor: shippingMinor,
      ...shippingVat,
    },
    payableMinor,
    vatMinor,
  })
}
