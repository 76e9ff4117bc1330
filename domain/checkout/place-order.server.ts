/**
 * Commits a checkout to an order: validate the form, re-price everything, refuse where the result differs
 * from what the shopper saw, then write the order and reserve its stock in one statement. Moves no money.
 * Idempotent per checkout and version, also under concurrency.
 */
import type { Actor } from '../audit/actor.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { withoutGoods } from '../cart/cart-stock.server.ts'
import { needsApproval, type CompanyMember } from '../companies/company.ts'
import { checkIdentityNumber } from '../stores/identity-number.ts'
import { findMember, lowestLimitOf } from '../companies/company-repository.server.ts'
import type { CreditBuyer } from '../credit/credit-keys.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import {
  orderShipping,
  orderSnapshot,
  recipientOf,
  usedCodes,
  type OrderSnapshot,
} from '../orders/order-snapshot.ts'
import {
  CouponUsedUp,
  GiftCardShort,
  GoodsWithheld,
  insertOrder,
  ShortOfStock,
  type NewOrder,
  type WrittenOrder,
} from '../orders/order-repository.server.ts'
import { canRepeat, isOfProvider } from '../payment-methods/payment-methods.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import { needsPostNumber } from '../shipping/post-number.ts'
import { arrivalOf } from '../shipping/delivery-plan.ts'
import { transitDays } from '../shipping/transit-days.ts'
import type { Carriers } from '../shipping/service-point.ts'
import { normalizeEmail } from '../stores/email.ts'
import { isOpenStore } from '../stores/open-stores.ts'
import type { Store } from '../stores/stores.ts'
import {
  findCheckout,
  updateCheckoutDetails,
  type CheckoutOrder,
  type CheckoutRecord,
} from './checkout-repository.server.ts'
import {
  readCommitFields,
  type CommitField,
  type CommitForm,
  type FieldCode,
} from './commit-fields.server.ts'
import { chosenPoint, type PointAnswer } from './chosen-point.server.ts'
import { isAboveLimit } from './order-limits.ts'
import { CreditRefused, type PlaceOrderRefusal } from './place-order-refusal.server.ts'
import {
  isCartUnchanged,
  pricedPart,
  priceCheckout,
  type PricedCheckout,
  type PriceCheckoutServices,
} from './price-checkout.server.ts'
import { cardsPayLess, type QuotedTotal } from './quoted-total.server.ts'
import { isRenewed } from './renewed-lines.ts'
import { insertUnpaidOrder, TooManyUnpaid } from './unpaid-orders.server.ts'

export interface PlaceOrderServices extends PriceCheckoutServices {
  carriers: Carriers
  keys: Keyring
  clock: () => number
}

export interface PlaceOrderInput {
  store: Store
  checkoutId: string
  /** The committing account, null for a guest. A checkout of another account must be read again first. */
  accountId?: number | null
  /** The request's network, as a rate-limit key (`rateLimitKey`). */
  network?: string | null
  form: CommitForm
  shippingMethod: string
  servicePoint: string | null
  quoted: QuotedTotal
  /** `none` pays only an order whose payable amount, as priced here, is zero. */
  provider: PaymentProviderId | 'none'
  /** The provider's frame already has an attempt: the order is bound to it. */
  attemptId?: number
  /**
   * The order renews an earlier one: the store's minimum does not apply, and a person who was given credit before is not
   * asked for an identity number again. It repeats the references of the first order.
   */
  isRenewal?: boolean
  /** Another person of the company has approved it, or it repeats what was judged before: the buyer's limit does not apply. */
  isApproved?: boolean
  /**
   * The order may be placed though the store is closed to shoppers: staff place it, the buyer previews the store, or the
   * payment was opened before.
   */
  whileClosed?: boolean
}

export type PlacedOrder = { ok: true; order: CheckoutOrder; placedNow: boolean } | PlaceOrderRefusal

/** How the order is written; by default immediately, within the limit of unpaid orders. */
export type WriteOrder = (order: NewOrder, credit: CreditBuyer) => Promise<WrittenOrder | null>

/** Writes the order, or returns the one the checkout already has. */
export async function placeOrder(
  services: PlaceOrderServices,
  actor: Actor,
  input: PlaceOrderInput,
  write: WriteOrder = (order, buyer) => writeUnpaid(services, input, order, buyer),
): Promise<PlacedOrder> {
  const prepared = await prepareOrder(services, input)
  return 'ready' in prepared ? writeOrder(services, input, { ...prepared.ready, actor, write }) : prepared
}

function writeUnpaid(
  services: PlaceOrderServices,
  { isRenewal }: PlaceOrderInput,
  order: NewOrder,
  buyer: CreditBuyer,
): Promise<WrittenOrder | null> {
  const { payment } = order
  return 'attemptId' in payment && isRenewal !== true
    ? insertUnpaidOrder(services, { ...order, payment }, buyer)
    : insertOrder(services.db, order)
}

/** What is written as an order. */
interface PreparedOrder {
  checkout: CheckoutRecord
  priced: PricedCheckout
  snapshot: OrderSnapshot
  identityNumber: string | null
}

/** Prices and judges a checkout without writing anything; returns the order it already has. */
export async function prepareOrder(
  services: PlaceOrderServices,
  input: PlaceOrderInput,
): Promise<{ ok: true; ready: PreparedOrder } | PlacedOrder> {
  const checkout = await findCheckout(services.db, input.store.code, input.checkoutId)
  if (!checkout) return { ok: false, code: 'checkout_not_found' }
  if (checkout.order) return { ok: true, order: checkout.order, placedNow: false }
  if (!isSellingTo(input)) return { ok: false, code: 'store_closed' }
  if (input.accountId !== undefined && input.accountId !== checkout.accountId)
    return { ok: false, code: 'checkout_changed' }
  const now = services.clock()
  const priced = await priceCheckout(services, {
    store: input.store,
    ...pricedPart(checkout),
    // The address as in the form: some codes are limited per customer.
    email: normalizeEmail(input.form.email ?? ''),
    shippingMethodId: input.shippingMethod,
    customerType: input.form.customerType,
    splitDelivery: wantsSplit(checkout, input),
    now,
  })
  if (await cardsPayLess(services.db, checkout, priced, input.quoted))
    return { ok: false, code: 'gift_card_changed' }
  const fields = readCommitFields(input.store, input.form, {
    now,
    needsIdentity:
      input.provider === 'invoice' &&
      priced.payableMinor > 0 &&
      !(input.isRenewal === true && input.form.customerType === 'private'),
    needsPostNumber: asksForPostNumber(priced, input),
  })
  const member = await buyingFor(services, checkout, input)
  const point = await chosenPoint(
    services.carriers,
    input,
    priced.method,
    fields.ok ? (fields.recipient ?? fields.address).postalCode : null,
  )
  const refusal =
    judgeFields(
      fields,
      priced,
      point,
      missingReferences(input.isRenewal === true ? null : member, input.form),
    ) ??
    judgeCart(checkout, priced, input, member) ??
    (await judgeCompany(services, priced, input, member))
  if (refusal) {
    // The response that the shopper sees next must apply the same per-customer limits, or it would show the
    // code as applied again.
    if (refusal.code === 'total_changed' && fields.ok)
      await keepEmail(services, checkout, fields.customer.email)
    return refusal
  }
  if (!fields.ok || !point.ok || !priced.method) throw new Error('a judged checkout lacks what was judged')
  const days = transitDays(input.store.code, priced.method, (fields.recipient ?? fields.address).postalCode)
  const arrivalAt = (lines: readonly CartLine[]) => arrivalOf(input.store, lines, days, now)
  const snapshot = orderSnapshot({
    store: input.store,
    placedAt: now,
    lines: priced.synced.lines,
    cart: priced.cart,
    couponCodes: priced.coupons.map((coupon) => coupon.code),
    customer: fields.customer,
    address: fields.address,
    recipient: priced.goods.units > 0 ? fields.recipient : null,
    note: fields.note,
    references: fields.references,
    shipping: orderShipping(input.store, priced.method, {
      priceMinor: priced.shippingMinor,
      servicePoint: point.point,
      customerNumber: fields.postNumber,
      arrival: arrivalAt(priced.goodsLines),
      ...(priced.isSplit &&
        priced.split && {
          deliveries: [priced.split.first, priced.split.rest].map((lines) => ({
            lines: lines.map(({ uuid }) => uuid),
            arrival: arrivalAt(lines),
          })),
        }),
    }),
    payment: priced.payableMinor === 0 ? 'none' : input.provider,
    giftCards: priced.giftCardUses,
  })
  return { ok: true, ready: { checkout, priced, snapshot, identityNumber: fields.identityNumber } }
}

/** Whether the order may be begun now. A subscription is a contract that was made while the store was open. */
export const isSellingTo = ({
  store,
  isRenewal,
  whileClosed,
}: Pick<PlaceOrderInput, 'store' | 'isRenewal' | 'whileClosed'>): boolean =>
  isOpenStore(store.code) || isRenewal === true || whileClosed === true

/** The form is newer than what the checkout has saved. */
function wantsSplit(checkout: CheckoutRecord, { form }: PlaceOrderInput): boolean {
  return form.splitDelivery ?? checkout.splitDelivery === true
}

/** A renewal whose first order had no number goes without: staff ask for it when they book the parcel. */
function asksForPostNumber(
  { method, goods }: PricedCheckout,
  { form, isRenewal }: Pick<PlaceOrderInput, 'form' | 'isRenewal'>,
): boolean {
  if (method === null || goods.units === 0 || !needsPostNumber(method)) return false
  return isRenewal !== true || (form.postNumber ?? '') !== ''
}

/** The membership under which a company's order is placed; null: not for a company. */
async function buyingFor(
  { db }: PlaceOrderServices,
  { accountId }: CheckoutRecord,
  { store, form }: PlaceOrderInput,
): Promise<CompanyMember | null> {
  if (accountId === null || form.customerType !== 'business') return null
  return findMember(db, accountId, store.code)
}

/** The references that the company requires and the form lacks, or that are none of its cost centres. */
function missingReferences(
  member: CompanyMember | null,
  form: CommitForm,
): Partial<Record<CommitField, FieldCode>> {
  if (member === null) return {}
  const { requiredReferences, costCentres } = member.company
  const missing = requiredReferences.filter((name) => (form[name] ?? '').trim() === '')
  const costCentre = (form.costCentre ?? '').trim()
  const isUnknown = costCentre !== '' && costCentres.length > 0 && !costCentres.includes(costCentre)
  return {
    ...Object.fromEntries(missing.map((name) => [name, 'required' as const])),
    ...(isUnknown && { costCentre: 'cost_centre' as const }),
  }
}

async function keepEmail(
  services: PlaceOrderServices,
  checkout: CheckoutRecord,
  email: string,
): Promise<void> {
  if (checkout.contact?.email === email) return
  await updateCheckoutDetails(services.db, checkout.store, checkout.id, { contact: { email } })
}

function judgeFields(
  fields: ReturnType<typeof readCommitFields>,
  priced: PricedCheckout,
  point: PointAnswer,
  references: Partial<Record<CommitField, FieldCode>>,
): PlaceOrderRefusal | null {
  const problems: Partial<Record<CommitField, FieldCode>> = {
    ...references,
    ...(fields.ok ? {} : fields.fields),
  }
  if (!priced.method) problems.shippingMethod = 'shipping_method'
  if (!point.ok) problems.servicePoint = point.code
  return Object.keys(problems).length > 0 ? { ok: false, code: 'invalid_fields', fields: problems } : null
}

function judgeCart(
  checkout: CheckoutRecord,
  priced: PricedCheckout,
  input: PlaceOrderInput,
  member: CompanyMember | null,
): PlaceOrderRefusal | null {
  const { lines } = priced.synced
  if (checkout.lines.length === 0) return { ok: false, code: 'cart_empty' }
  if (!isCartUnchanged(priced.synced)) return { ok: false, code: 'lines_changed', lines }
  if (!priced.minimumReached && input.isRenewal !== true)
    return {
      ok: false,
      code: 'below_minimum',
      minimumMinor: input.store.minimumOrderMinor,
      sumMinor: priced.cart.sumMinor,
    }
  if (lines.some(isRenewed)) {
    if (checkout.accountId === null) return { ok: false, code: 'login_required' }
    if (priced.payableMinor > 0 && input.provider !== 'none' && !canRepeat(input.provider))
      return { ok: false, code: 'method_cannot_repeat' }
  }
  if (isAboveLimit(priced.aboveLimit))
    return { ok: false, code: 'above_limit', aboveLimit: priced.aboveLimit }
  if (priced.totalMinor !== input.quoted.totalMinor)
    return { ok: false, code: 'total_changed', totalMinor: priced.totalMinor, rejected: priced.rejected }
  if (member !== null && input.isApproved !== true && needsApproval(member, priced.totalMinor))
    return { ok: false, code: 'approval_required' }
  if (priced.payableMinor > 0 && input.provider === 'none') return { ok: false, code: 'payment_unavailable' }
  return null
}

/**
 * Whose number is invoiced: not that of a company that nobody has verified, and not that of a verified one beyond the
 * lowest limit of its people by somebody who is none of them.
 */
async function judgeCompany(
  { db, clock }: PlaceOrderServices,
  priced: PricedCheckout,
  { store, form, provider, isApproved, isRenewal }: PlaceOrderInput,
  member: CompanyMember | null,
): Promise<PlaceOrderRefusal | null> {
  if (form.customerType !== 'business') return null
  const isInvoiced = provider === 'invoice' && priced.payableMinor > 0
  if (isInvoiced && member?.company.isVerified === false) return { ok: false, code: 'company_unverified' }
  if (isApproved === true || isRenewal === true) return null
  const read = checkIdentityNumber(store, 'business', form.identityNumber ?? '', { now: clock() })
  if (!read.ok || read.number === null || read.personal) return null
  const named = await lowestLimitOf(db, store.code, read.number)
  if (named === null || named.companyId === member?.company.id) return null
  return needsApproval(named, priced.totalMinor) ? { ok: false, code: 'company_limit' } : null
}

interface ReadyOrder extends PreparedOrder {
  actor: Actor
  write: WriteOrder
}

async function writeOrder(
  services: PlaceOrderServices,
  input: PlaceOrderInput,
  ready: ReadyOrder,
): Promise<PlacedOrder> {
  const { checkout, snapshot } = ready
  const key = `${checkout.id}-${checkout.version}`
  const newOrder: NewOrder = {
    actor: ready.actor,
    checkoutId: checkout.id,
    checkoutVersion: checkout.version,
    snapshot,
    identityNumberEncrypted:
      ready.identityNumber === null ? null : services.keys.encrypt('identity-number', ready.identityNumber),
    allocations: ready.priced.synced.lines.flatMap((line) => line.allocations),
    coupons: usedCodes(snapshot),
    giftCards: snapshot.giftCards ?? [],
    customerKey: services.coupons.customerKey(snapshot.customer.email),
    payment:
      input.attemptId !== undefined && snapshot.payment !== 'none'
        ? { attemptId: input.attemptId }
        : {
            providerOrderId: isOurs(snapshot.payment) ? `${snapshot.payment}-${key}` : null,
            idempotencyKey: key,
          },
  }
  const credit: CreditBuyer = {
    customer: snapshot.customer,
    // Where the goods go: anybody can type another address for the invoice.
    address: recipientOf(snapshot),
    identityNumber: ready.identityNumber,
    accountId: checkout.accountId,
    network: input.network ?? null,
    kind: ready.priced.buyer,
  }
  let refused: 'credit_refused' | 'too_many_unpaid' | null = null
  try {
    const written = await ready.write(newOrder, credit)
    if (written) return { ok: true, order: orderOf(written, newOrder), placedNow: true }
  } catch (error) {
    if (error instanceof ShortOfStock) return linesNow(services, input, checkout)
    if (error instanceof GoodsWithheld)
      return linesNow({ ...services, stock: withoutGoods(services.stock, error.productIds) }, input, checkout)
    if (error instanceof CouponUsedUp) return totalNow(services, input, ready)
    if (error instanceof GiftCardShort) return { ok: false, code: 'gift_card_changed' }
    if (error instanceof TooManyUnpaid) refused = 'too_many_unpaid'
    else if (error instanceof CreditRefused) refused = 'credit_refused'
    else throw error
  }
  // A concurrent request was faster: return the order it wrote, unless the cart has changed since.
  const again = await findCheckout(services.db, input.store.code, checkout.id)
  if (again?.order) return { ok: true, order: again.order, placedNow: false }
  return { ok: false, code: refused ?? 'checkout_changed' }
}

/** Whether the payment's record is the order itself, so that we name it. */
function isOurs(payment: OrderSnapshot['payment']): boolean {
  return payment === 'none' || !isOfProvider(payment)
}

function orderOf(written: WrittenOrder, order: NewOrder): CheckoutOrder {
  return {
    id: written.id,
    number: written.number,
    status: written.settlement?.order ?? 'pending',
    accessToken: written.accessToken,
    provider: order.snapshot.payment,
    providerOrderId: 'providerOrderId' in order.payment ? order.payment.providerOrderId : null,
  }
}

/** A concurrent order used the code for the last time between pricing and writing. */
async function totalNow(
  services: PlaceOrderServices,
  input: PlaceOrderInput,
  { checkout, snapshot }: ReadyOrder,
): Promise<PlacedOrder> {
  const priced = await priceCheckout(services, {
    store: input.store,
    ...pricedPart(checkout),
    email: snapshot.customer.email,
    shippingMethodId: input.shippingMethod,
    customerType: input.form.customerType,
    splitDelivery: wantsSplit(checkout, input),
    now: services.clock(),
  })
  return { ok: false, code: 'total_changed', totalMinor: priced.totalMinor, rejected: priced.rejected }
}

/** A concurrent order reserved the last units between pricing and writing, or the store now withholds products. */
async function linesNow(
  services: PlaceOrderServices,
  input: PlaceOrderInput,
  checkout: CheckoutRecord,
): Promise<PlacedOrder> {
  const { synced } = await priceCheckout(services, {
    store: input.store,
    ...pricedPart(checkout),
    shippingMethodId: null,
    now: services.clock(),
  })
  return { ok: false, code: 'lines_changed', lines: synced.lines }
}
