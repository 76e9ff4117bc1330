/** The shop's payments in the shapes of Walley's checkout and order management, and back. Pure but zod. */
import { z } from 'zod'
import {
  addMinor,
  multiplyMinor,
  subtractMinor,
  toMajor,
  toMinor,
  zeroMinor,
  type Minor,
} from '../../domain/money/money.ts'
import type { PaymentMeans } from '../../domain/payments/payment-means.ts'
import type {
  BasketLine,
  PaymentContact,
  PaymentOperation,
  PaymentRecord,
  PaymentRequest,
  PaymentState,
} from '../../domain/payments/payment-provider.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'

/**
 * A payment's id: Walley's private id of the checkout, by which the server reads it, and the public token, with
 * which the page shows it. Walley answers the token only once, and the page needs it after each reload.
 */
export interface PaymentId {
  privateId: string
  publicToken: string
}

export function writePaymentId({ privateId, publicToken }: PaymentId): string {
  return `${privateId}.${publicToken}`
}

/** Null: Walley cannot have made this id. Ids come from addresses that anybody can call. */
export function readPaymentId(text: string): PaymentId | null {
  const [, privateId, publicToken] = /^([\w-]{1,64})\.([\w-]{1,128})$/.exec(text) ?? []
  return privateId === undefined || publicToken === undefined ? null : { privateId, publicToken }
}

interface Item {
  id: string
  description: string
  unitPrice: number
  quantity: number
  vat: number
}

/** Longest texts that Walley accepts. */
const longestId = 32
const longestDescription = 50

/** What an item's id keeps of a line's reference; the rest is for the prefix and the separator. */
const longestReference = longestId - 5

/** A prefix of the item that deducts a line's discount, and a separator before the number of a repeated id. */
const discountPrefix = '-'
const repetition = '~'

/** The body with which a checkout is initialized. */
export function initializeBody(
  request: PaymentRequest,
  { storeId, profile }: { storeId: number; profile: string | null },
): object {
  const { basket, order, urls } = request
  const fees = feesOf(basket.lines)
  return {
    storeId,
    countryCode: stores[basket.store].countryCode,
    ...(order && { reference: order.number }),
    redirectPageUri: fillIn(urls.confirmation),
    merchantTermsUri: urls.terms,
    notificationUri: fillIn(urls.notification),
    validationUri: fillIn(urls.validation),
    ...(profile !== null && { profileName: profile }),
    ...prefilled(request),
    cart: cartOf(basket.lines),
    ...(fees.shipping && { fees }),
  }
}

/** What the shopper has entered at the shop; Walley takes it for private customers only. */
function prefilled({ basket, prefill: contact }: PaymentRequest): object {
  if (contact === null || basket.customerType === 'business') return {}
  const { email, phone, firstName, lastName, street, postalCode, city } = contact
  const deliveryAddress = nonEmpty({ firstName, lastName, address: street, postalCode, city })
  const fields = {
    ...nonEmpty({ email, mobilePhoneNumber: phone }),
    ...(Object.keys(deliveryAddress).length > 0 && { deliveryAddress }),
  }
  return Object.keys(fields).length > 0 ? { privateCustomerPrefill: fields } : {}
}

function nonEmpty(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Walley fills its ids in for its own placeholders. */
function fillIn(url: string): string {
  return url.replaceAll('{payment}', '{checkout.id}.{checkout.publictoken}')
}

export function cartOf(lines: readonly BasketLine[]): { items: Item[] } {
  const fee = feeLineOf(lines)
  return { items: itemsOf(lines.filter((line) => line !== fee)) }
}

/** One shipping line is Walley's shipping fee; null removes a fee that was set before. */
export function feesOf(lines: readonly BasketLine[]): { shipping: object | null } {
  const fee = feeLineOf(lines)
  if (!fee) return { shipping: null }
  const [{ quantity: _, ...shipping }] = itemsOf([fee]) as [Item]
  return { shipping }
}

function feeLineOf(lines: readonly BasketLine[]): BasketLine | undefined {
  const isFee = ({ kind, quantity, discountMinor, totalMinor }: BasketLine) =>
    kind === 'shipping' && quantity === 1 && discountMinor === 0 && totalMinor >= 0
  // A cart without items is refused.
  return lines.length > 1 ? lines.find(isFee) : undefined
}

/**
 * Walley's total of an item is unit price × quantity. A discount that belongs to the whole line is an item of
 * its own with a negative price and the line's VAT rate.
 */
function itemsOf(lines: readonly BasketLine[]): Item[] {
  const used = new Map<string, number>()
  return lines.flatMap((line) => {
    const base = line.reference.slice(0, longestReference) || 'item'
    const count = (used.get(base) ?? 0) + 1
    used.set(base, count)
    const id = count === 1 ? base : `${base}${repetition}${count}`
    const description = descriptionOf(line)
    const vat = line.vatRateBasisPoints / 100
    const item = { id, description, unitPrice: toMajor(line.unitMinor), quantity: line.quantity, vat }
    if (line.discountMinor === 0) return [item]
    const unitPrice = toMajor(subtractMinor(zeroMinor, line.discountMinor))
    return [item, { id: `${discountPrefix}${id}`, description, unitPrice, quantity: 1, vat }]
  })
}

function descriptionOf({ name, reference }: BasketLine): string {
  const text = (name || reference).trim() || 'item'
  return [...text].slice(0, longestDescription).join('').slice(0, longestDescription)
}

/** Longest text that Walley shows beside an operation. */
const longestActionReference = 50

/**
 * Items explain a partial amount to the customer. Walley matches them with the order's own, so they are sent
 * only where each is certain to match; otherwise the amount alone decides, which Walley allows.
 */
export function operationBody(operation: PaymentOperation): object {
  const { amountMinor, lines, idempotencyKey } = operation
  const sum = lines.reduce((total, { totalMinor }) => addMinor(total, totalMinor), zeroMinor)
  const references = new Set(lines.map(({ reference }) => reference))
  const isMatching =
    lines.length > 0 &&
    sum === amountMinor &&
    references.size === lines.length &&
    lines.every(({ discountMinor, unitMinor }) => discountMinor === 0 && unitMinor > 0)
  return {
    amount: toMajor(amountMinor),
    ...(isMatching && {
      items: itemsOf(lines).map(({ id, description, unitPrice, quantity }) => ({
        id,
        description,
        unitPrice,
        quantity,
      })),
    }),
    actionReference: idempotencyKey.slice(0, longestActionReference),
  }
}

export const initializedSchema = z.object({
  privateId: z.string().min(1),
  publicToken: z.string().min(1),
  expiresAt: z.string().nullish(),
})

const addressSchema = z.object({
  companyName: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  coAddress: z.string().nullish(),
  address: z.string().nullish(),
  address2: z.string().nullish(),
  postalCode: z.string().nullish(),
  city: z.string().nullish(),
})

const amount = z.number().transform((major, context) => {
  try {
    return toMinor(major)
  } catch {
    context.addIssue({ code: 'custom', message: 'more than two decimals' })
    return z.NEVER
  }
})

const itemSchema = z.object({ id: z.string(), unitPrice: amount, quantity: z.int() })
const feeSchema = z.object({ id: z.string(), unitPrice: amount })

const person = { email: z.string().nullish(), mobilePhoneNumber: z.string().nullish() }

export const checkoutSchema = z.object({
  customer: z
    .object({ ...person, deliveryAddress: addressSchema.nullish(), billingAddress: addressSchema.nullish() })
    .nullish(),
  businessCustomer: z
    .object({
      ...person,
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
      invoiceAddress: addressSchema.nullish(),
      deliveryAddress: addressSchema.nullish(),
    })
    .nullish(),
  status: z.string(),
  reference: z.string().nullish(),
  cart: z.object({ items: z.array(itemSchema) }).nullish(),
  fees: z.object({ shipping: feeSchema.nullish() }).nullish(),
  purchase: z
    .object({ amountToPay: amount, result: z.string().nullish(), paymentName: z.string().nullish() })
    .nullish(),
  order: z.object({ orderId: z.string().min(1), totalAmount: amount.nullish() }).nullish(),
})
export type CheckoutAnswer = z.output<typeof checkoutSchema>

export const orderSchema = z.object({
  reference: z.string().nullish(),
  totalAmount: amount,
  currency: z.string(),
  status: z.string(),
  expiresAt: z.string().nullish(),
})
export type OrderAnswer = z.output<typeof orderSchema>

/** The state of a checkout that is not, or not yet, in order management. */
export function checkoutState({ status, purchase }: CheckoutAnswer): PaymentState {
  switch (status) {
    case 'Initialized':
    case 'CustomerIdentified':
      return 'open'
    case 'Aborted':
      return 'cancelled'
    case 'PurchaseCompleted':
      return purchaseState(purchase?.result ?? '')
    default:
      return 'pending'
  }
}

/** A result that is not known means to wait. */
function purchaseState(result: string): PaymentState {
  switch (result) {
    case 'OnHold':
    case 'Signing':
      return 'review'
    case 'Rejected':
      return 'failed'
    default:
      return 'pending'
  }
}

/**
 * The record of a payment. `order`: as order management has it, which decides once the purchase is accepted;
 * null: not there yet. Walley's order does not say how much of it is captured or refunded, so these amounts are
 * absent once there is an order. A part that is captured leaves the payment authorized.
 */
export function recordOf(
  providerOrderId: string,
  checkout: CheckoutAnswer,
  order: OrderAnswer | null,
  store: StoreCode,
): PaymentRecord {
  const isHeld = ['review', 'failed'].includes(checkoutState(checkout))
  const state = order && !isHeld ? orderState(order.status) : checkoutState(checkout)
  const agreedMinor = checkout.order?.totalAmount ?? checkout.purchase?.amountToPay ?? openTotal(checkout)
  const expiresAt = Date.parse(order?.expiresAt ?? '')
  return {
    ok: true,
    providerOrderId,
    state,
    // An order that is partly cancelled may show another total than was agreed.
    amountMinor: order?.status === 'NotActivated' ? order.totalAmount : agreedMinor,
    currency: order?.currency.toUpperCase() ?? stores[store].currency,
    snapshotHash: null,
    orderNumber: (order?.reference ?? checkout.reference) || null,
    ...(order === null && { capturedMinor: zeroMinor, refundedMinor: zeroMinor }),
    expiresAt: Number.isNaN(expiresAt) ? null : new Date(expiresAt),
    means: walleyMeans[checkout.purchase?.paymentName ?? ''] ?? null,
    ...contactsOf(checkout, store),
  }
}

/** Walley's names of payment methods (`purchase.paymentName`); Walley is the lender of its credit. */
const walleyMeans: Readonly<Record<string, PaymentMeans>> = {
  Card: { kind: 'card', label: null },
  Swish: { kind: 'swish', label: null },
  BankTransfer: { kind: 'bank', label: null },
  Trustly: { kind: 'bank', label: null },
  DirectInvoice: { kind: 'invoice', label: 'Walley' },
  PartPayment: { kind: 'part_payment', label: 'Walley' },
  Campaign: { kind: 'part_payment', label: 'Walley' },
  Account: { kind: 'account', label: 'Walley' },
}

function orderState(status: string): PaymentState {
  switch (status) {
    case 'NotActivated':
    case 'PartActivated':
      return 'authorized'
    case 'Activated':
      return 'captured'
    case 'Returned':
      return 'refunded'
    case 'Cancelled':
      return 'cancelled'
    case 'Expired':
      return 'expired'
    default:
      return 'pending'
  }
}

/** What the items and fees of a checkout add up to. */
export function openTotal({ cart, fees }: CheckoutAnswer): Minor {
  const items = cart?.items ?? []
  const sum = items.reduce(
    (total, { unitPrice, quantity }) => addMinor(total, multiplyMinor(unitPrice, quantity)),
    zeroMinor,
  )
  return addMinor(sum, fees?.shipping?.unitPrice ?? zeroMinor)
}

/** The lines of a basket that were sent as these items and fees, with what each costs in the end. */
export function linesOf({
  cart,
  fees,
}: CheckoutAnswer): Pick<BasketLine, 'reference' | 'quantity' | 'totalMinor'>[] {
  const items = cart?.items ?? []
  const discounts = new Map(
    items.flatMap(({ id, unitPrice }) => (id.startsWith(discountPrefix) ? [[id.slice(1), unitPrice]] : [])),
  )
  const lines = items
    .filter(({ id }) => !id.startsWith(discountPrefix))
    .map(({ id, unitPrice, quantity }) => ({
      reference: id.replace(/~\d+$/, ''),
      quantity,
      totalMinor: addMinor(multiplyMinor(unitPrice, quantity), discounts.get(id) ?? zeroMinor),
    }))
  const shipping = fees?.shipping
  return shipping
    ? [...lines, { reference: shipping.id, quantity: 1, totalMinor: shipping.unitPrice }]
    : lines
}

/** What the shopper entered in the frame; null: nothing yet. */
export function contactsOf(
  { customer, businessCustomer }: CheckoutAnswer,
  store: StoreCode,
): { billing: PaymentContact | null; shipping: PaymentContact | null } {
  const from = businessCustomer ?? customer
  const billing = businessCustomer?.invoiceAddress ?? customer?.billingAddress
  const shipping = businessCustomer?.deliveryAddress ?? customer?.deliveryAddress
  const contactOf = (address: z.output<typeof addressSchema> | null | undefined): PaymentContact | null =>
    from && address
      ? {
          company: address.companyName ?? null,
          firstName: address.firstName ?? businessCustomer?.firstName ?? '',
          lastName: address.lastName ?? businessCustomer?.lastName ?? '',
          careOf: address.coAddress ?? null,
          street: address.address ?? '',
          street2: address.address2 ?? null,
          postalCode: address.postalCode ?? '',
          city: address.city ?? '',
          // Walley writes the country's name; a checkout has addresses of its own country only.
          countryCode: stores[store].countryCode,
          email: from.email ?? null,
          phone: from.mobilePhoneNumber ?? null,
        }
      : null
  return { billing: contactOf(billing), shipping: contactOf(shipping) }
}
