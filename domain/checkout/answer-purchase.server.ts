/**
 * Answers what a provider asks during a purchase in its own frame: may it go through (which writes the pending
 * order), and what is to be paid after a change of address. The question is unsigned: it counts only for a
 * payment that we opened for the checkout whose unguessable id it names, and nothing in it is trusted that we
 * can compute ourselves. The order that it writes is still unpaid.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { lockOrderStatus } from '../orders/lock-order.server.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import type { ProviderMethod } from '../payment-methods/payment-methods.ts'
import { streetOf } from '../payments/decide-payment.ts'
import type {
  AskedPurchase,
  BasketLine,
  PaymentBasket,
  PaymentContact,
} from '../payments/payment-provider.ts'
import type { Store } from '../stores/stores.ts'
import {
  findCheckout,
  updateCheckoutDetails,
  type CheckoutOrder,
  type CheckoutRecord,
} from './checkout-repository.server.ts'
import type { CommitForm } from './commit-fields.server.ts'
import { basketOfCheckout } from './open-payment.server.ts'
import type { PlaceOrderRefusal } from './place-order-refusal.server.ts'
import { placeOrder, type PlaceOrderServices } from './place-order.server.ts'
import { pricedPart, priceCheckout, type PricedCheckout } from './price-checkout.server.ts'

export interface AskedOfShop {
  store: Store
  provider: ProviderMethod
  checkoutId: string
  purchase: AskedPurchase
}

export type PurchaseAnswer =
  | { ok: true; orderNumber: string }
  | PlaceOrderRefusal
  /** We opened no such payment for this checkout. */
  | { ok: false; code: 'unknown_payment' }
  /** The address is outside of the store's country. */
  | { ok: false; code: 'other_country' }

export type AddressAnswer =
  | { ok: true; basket: PaymentBasket }
  | { ok: false; code: 'unknown_payment' | 'other_country' | 'checkout_changed' }

/**
 * Approves a purchase by writing its numbered pending order, or refuses it. Asked again with the same content, it
 * answers the same order; with other content the order before was not paid and is replaced.
 */
export async function approvePurchase(
  services: PlaceOrderServices,
  actor: Actor,
  asked: AskedOfShop,
): Promise<PurchaseAnswer> {
  const { store, purchase } = asked
  const attempt = await findAttempt(services.db, asked)
  if (!attempt) return { ok: false, code: 'unknown_payment' }
  if (!isInCountry(store, purchase)) return { ok: false, code: 'other_country' }
  let checkout = await findCheckout(services.db, store.code, asked.checkoutId)
  if (!checkout) return { ok: false, code: 'checkout_not_found' }
  if (checkout.order) {
    // The checkout was paid in another way meanwhile: this payment would be a second one.
    if (!isOrderOf(checkout.order, asked)) return { ok: false, code: 'checkout_changed' }
    // Staff have cancelled it before it was paid.
    if (checkout.order.status === 'cancelled') return { ok: false, code: 'checkout_changed' }
    if (
      checkout.order.status !== 'pending' ||
      (await isSameOrder(services.db, checkout.order.number, purchase))
    )
      return { ok: true, orderNumber: checkout.order.number }
    await replaceOrder(services.db, actor, checkout.order.id)
    checkout = await findCheckout(services.db, store.code, asked.checkoutId)
    if (!checkout) return { ok: false, code: 'checkout_not_found' }
  }
  const priced = await currentPrice(services, store, checkout, {
    ...purchase,
    customerType: attempt.customer_type,
  })
  if (!isBasketOf(basketOfCheckout(store, priced, attempt.customer_type), purchase))
    return { ok: false, code: 'total_changed', totalMinor: priced.totalMinor, rejected: priced.rejected }
  const placed = await placeOrder(services, actor, {
    store,
    checkoutId: checkout.id,
    form: formOf(attempt.customer_type, purchase, checkout),
    shippingMethod: checkout.shippingMethod ?? '',
    servicePoint: checkout.servicePoint,
    quoted: { totalMinor: priced.totalMinor, payableMinor: priced.payableMinor },
    provider: asked.provider,
    attemptId: attempt.id,
    // None is opened while the store is closed.
    whileClosed: true,
  })
  if (!placed.ok) return placed
  const { order, placedNow } = placed
  // A concurrent request may have written the order, for this payment or for another one.
  if (!placedNow && !isOrderOf(order, asked)) return { ok: false, code: 'checkout_changed' }
  return { ok: true, orderNumber: order.number }
}

/** What is to be paid with the address that the shopper entered in the provider's frame. */
export async function repricePurchase(
  services: PlaceOrderServices,
  actor: Actor,
  asked: Omit<AskedOfShop, 'purchase'> & {
    purchase: Pick<AskedPurchase, 'providerOrderId' | 'billing' | 'shipping'>
  },
): Promise<AddressAnswer> {
  const { store, purchase } = asked
  const attempt = await findAttempt(services.db, asked)
  if (!attempt) return { ok: false, code: 'unknown_payment' }
  if (!isInCountry(store, purchase)) return { ok: false, code: 'other_country' }
  const checkout = await findCheckout(services.db, store.code, asked.checkoutId)
  if (!checkout || checkout.order) return { ok: false, code: 'checkout_changed' }
  // Codes limited per customer depend on the e-mail address; the page shows the same total afterwards.
  const email = purchase.billing?.email
  if (email && email !== checkout.contact?.email)
    await updateCheckoutDetails(services.db, store.code, checkout.id, { contact: { email } })
  const priced = await currentPrice(services, store, checkout, {
    ...purchase,
    customerType: attempt.customer_type,
  })
  await audited(services.db, actor, async (trx, record) => {
    await sql`update payment_attempt set amount_minor = ${priced.payableMinor}, updated_at = now()
      where id = ${attempt.id} and order_id is null and status in ('created', 'pending')`.execute(trx)
    const after = { amountMinor: priced.payableMinor }
    record({ action: 'payment.request', object: ['payment', attempt.id], store: store.code, after })
  })
  return { ok: true, basket: basketOfCheckout(store, priced, attempt.customer_type) }
}

/** Whether the provider has opened any payment for the checkout: otherwise it has nothing to ask. */
export async function hasOpenedPayment(
  db: Kysely<DB>,
  { store, provider, checkoutId }: Pick<AskedOfShop, 'store' | 'provider' | 'checkoutId'>,
): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where('provider', '=', provider)
    .where('store', '=', store.code)
    .executeTakeFirst()
  return attempt !== undefined
}

function isOrderOf(order: CheckoutOrder, { provider, purchase }: AskedOfShop): boolean {
  return order.provider === provider && order.providerOrderId === purchase.providerOrderId
}

interface AskedAttempt {
  id: number
  customer_type: 'private' | 'business'
}

async function findAttempt(
  db: Kysely<DB>,
  {
    store,
    provider,
    checkoutId,
    purchase,
  }: Pick<AskedOfShop, 'store' | 'provider' | 'checkoutId'> & {
    purchase: Pick<AskedPurchase, 'providerOrderId'>
  },
): Promise<AskedAttempt | undefined> {
  const { rows } = await sql<AskedAttempt>`/* plan: find-asked-attempt */
    select id, customer_type from payment_attempt
    where provider = ${provider} and provider_order_id = ${purchase.providerOrderId}
      and store = ${store.code} and checkout_id = ${checkoutId}`.execute(db)
  return rows[0]
}

function currentPrice(
  services: PlaceOrderServices,
  store: Store,
  checkout: CheckoutRecord,
  { billing, customerType }: Pick<AskedPurchase, 'billing'> & { customerType: 'private' | 'business' },
): Promise<PricedCheckout> {
  const part = pricedPart(checkout)
  return priceCheckout(services, {
    store,
    ...part,
    email: billing?.email || part.email || null,
    customerType,
    shippingMethodId: checkout.shippingMethod,
    now: services.clock(),
  })
}

function isInCountry(
  { countryCode }: Store,
  { billing, shipping }: Pick<AskedPurchase, 'billing' | 'shipping'>,
) {
  const country = (shipping ?? billing)?.countryCode ?? ''
  return country === '' || country === countryCode
}

/** Whether the provider is about to charge exactly these lines; one of theirs we did not send is a difference. */
function isBasketOf(basket: PaymentBasket, purchase: AskedPurchase): boolean {
  return (
    purchase.currency === basket.currency &&
    purchase.amountMinor === basket.totalMinor &&
    contents(purchase.lines) === contents(basket.lines)
  )
}

/** The shortest part of a reference that a provider stores: Walley's ids have at most 32 characters. */
const comparedReference = 27

const contents = (lines: readonly Pick<BasketLine, 'reference' | 'quantity' | 'totalMinor'>[]) =>
  lines
    .map(
      ({ reference, quantity, totalMinor }) =>
        `${reference.slice(0, comparedReference)} ${quantity} ${totalMinor}`,
    )
    .toSorted()
    .join('\n')

/**
 * The contact that the provider collected, as the form of our own checkout would send it, with the note and the
 * references that the shopper left there.
 */
function formOf(
  customerType: 'private' | 'business',
  { billing, shipping }: AskedPurchase,
  checkout: Pick<CheckoutRecord, 'remarks'> | null,
): CommitForm {
  const buyer = billing ?? shipping
  const isElsewhere = buyer !== null && shipping !== null && !isSamePlace(buyer, shipping)
  return {
    customerType,
    email: billing?.email ?? shipping?.email ?? '',
    phone: billing?.phone ?? shipping?.phone ?? '',
    firstName: buyer?.firstName ?? '',
    lastName: buyer?.lastName ?? '',
    companyName: buyer?.company ?? shipping?.company ?? '',
    address: buyer === null ? '' : streetOf(buyer),
    postalCode: buyer?.postalCode ?? '',
    city: buyer?.city ?? '',
    ...(isElsewhere && {
      separateDelivery: true,
      deliveryFirstName: shipping.firstName,
      deliveryLastName: shipping.lastName,
      deliveryCompanyName: shipping.company ?? '',
      deliveryAddress: streetOf(shipping),
      deliveryPostalCode: shipping.postalCode,
      deliveryCity: shipping.city,
    }),
    ...checkout?.remarks,
    // The provider's own button names the terms, which were sent with the payment.
    acceptTerms: true,
  }
}

/** Spaces and case do not count. */
const bare = (text: string | undefined) => (text ?? '').replaceAll(/\s/g, '').toLowerCase()

function isSamePlace(a: PaymentContact, b: PaymentContact): boolean {
  const place = (contact: PaymentContact) =>
    [contact.firstName, contact.lastName, streetOf(contact), contact.postalCode, contact.city]
      .map(bare)
      .join('\n')
  return place(a) === place(b)
}

/** Whether the order that was written holds what is asked now. */
async function isSameOrder(db: Kysely<DB>, number: string, purchase: AskedPurchase): Promise<boolean> {
  const order = await findOrderByNumber(db, number)
  if (!order) return false
  const { snapshot } = order
  const form = formOf(snapshot.customer.type, purchase, null)
  const { recipient } = snapshot
  return (
    purchase.currency === snapshot.currency &&
    purchase.amountMinor === (snapshot.payableMinor ?? snapshot.totalMinor) &&
    bare(form.email) === bare(snapshot.customer.email) &&
    bare(form.address) === bare(snapshot.address.street) &&
    bare(form.postalCode) === bare(snapshot.address.postalCode) &&
    bare(form.lastName) === bare(snapshot.customer.lastName) &&
    bare(form.deliveryAddress) === bare(recipient?.street) &&
    bare(form.deliveryPostalCode) === bare(recipient?.postalCode) &&
    bare(form.deliveryLastName) === bare(recipient?.lastName)
  )
}

/** Ends a pending order whose provider asks again with other content: it was not charged. */
export async function replaceOrder(db: Kysely<DB>, actor: Actor, orderId: number): Promise<void> {
  await audited(db, actor, async (trx) => {
    const order = await lockOrderStatus(trx, orderId)
    if (order?.status !== 'pending') return
    await transitionOrder(trx, order, { to: 'payment_failed', event: 'replaced', actor })
  })
}
