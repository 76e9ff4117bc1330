/** The shop's payments in the shapes of Kustom's Checkout v3 and Order Management v1, and back. Pure but zod. */
import { z } from 'zod'
import { minor } from '../../domain/money/money.ts'
import type { PaymentMeans } from '../../domain/payments/payment-means.ts'
import type {
  BasketLine,
  PaymentBasket,
  PaymentContact,
  PaymentOperation,
  PaymentRecord,
  PaymentRequest,
  PaymentState,
  Shipment,
} from '../../domain/payments/payment-provider.ts'
import { stores } from '../../domain/stores/stores.ts'

/** The longest name and reference. */
const longestText = 255

/** The body with which a checkout order is created or updated. */
export function checkoutBody(request: PaymentRequest): object {
  const { basket, order, checkoutId } = request
  const { countryCode, iso } = stores[basket.store]
  const customerType = basket.customerType === 'business' ? 'organization' : 'person'
  return {
    purchase_country: countryCode,
    purchase_currency: basket.currency,
    locale: iso,
    ...basketBody(basket),
    merchant_urls: urlsOf(request),
    ...(order && { merchant_reference1: order.number }),
    merchant_reference2: checkoutId,
    merchant_data: JSON.stringify({ hash: order?.snapshotHash ?? null }),
    customer: { type: customerType },
    options: {
      // Without our answer a purchase must not go through: the order is written by the validation.
      require_validate_callback_success: true,
      allow_separate_shipping_address: true,
      allowed_customer_types: [customerType],
    },
  }
}

/** Amounts and lines of a checkout order. */
export function basketBody({ totalMinor, vatMinor, lines }: PaymentBasket): object {
  return {
    order_amount: totalMinor,
    order_tax_amount: vatMinor,
    order_lines: lines.map((line) => ({ type: lineTypeOf(line), ...lineBody(line) })),
  }
}

/** What the shopper has entered at the shop, for the frame's form; only when it is created, not over later input. */
export function prefilled({ prefill: contact }: PaymentRequest): object {
  if (!contact) return {}
  const fields = {
    email: contact.email,
    phone: contact.phone,
    given_name: contact.firstName,
    family_name: contact.lastName,
    organization_name: contact.company,
    street_address: contact.street,
    postal_code: contact.postalCode,
    city: contact.city,
  }
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== '')
  return given.length === 0
    ? {}
    : { billing_address: { ...Object.fromEntries(given), country: contact.countryCode.toLowerCase() } }
}

/** Kustom fills its order id in for its own placeholder. */
function urlsOf({ urls }: PaymentRequest): object {
  const { terms, checkout, confirmation, notification, validation, addressUpdate } = urls
  const fillIn = (url: string) => url.replaceAll('{payment}', '{checkout.order.id}')
  return {
    terms,
    checkout,
    confirmation: fillIn(confirmation),
    push: fillIn(notification),
    validation: fillIn(validation),
    ...(addressUpdate !== undefined && { address_update: fillIn(addressUpdate) }),
  }
}

function lineTypeOf({ kind, totalMinor }: BasketLine): string {
  switch (kind) {
    case 'goods':
      return 'physical'
    case 'fee':
      return 'surcharge'
    case 'shipping':
      return 'shipping_fee'
    case 'gift_card':
      // A redeemed card reduces the sum; a sold one is a good that is delivered as a code.
      return totalMinor < 0 ? 'gift_card' : 'digital'
  }
}

/** A line without its type. */
function lineBody(line: BasketLine): object {
  return {
    reference: cut(line.reference),
    name: cut(line.name || line.reference),
    quantity: line.quantity,
    unit_price: line.unitMinor,
    tax_rate: line.vatRateBasisPoints,
    ...(line.discountMinor !== 0 && { total_discount_amount: line.discountMinor }),
    total_amount: line.totalMinor,
    total_tax_amount: line.vatMinor,
  }
}

function cut(text: string): string {
  return text.length <= longestText ? text : [...text].slice(0, longestText).join('').slice(0, longestText)
}

/**
 * Lines are sent without a type: the published schema of order management allows only the list of all types
 * as one text, and the field is optional. The key in `reference` finds an operation whose answer was lost.
 */
export function captureBody(operation: PaymentOperation): object {
  const { amountMinor, lines, idempotencyKey, shipment } = operation
  return {
    captured_amount: amountMinor,
    reference: cut(idempotencyKey),
    ...linesOf(operation, lines),
    ...(shipment && { shipping_info: [shippingInfo(shipment)] }),
  }
}

export function refundBody(operation: PaymentOperation): object {
  const { amountMinor, lines, idempotencyKey } = operation
  return { refunded_amount: amountMinor, reference: cut(idempotencyKey), ...linesOf(operation, lines) }
}

/** Lines explain an amount to the shopper; lines that do not add up to it explain nothing. */
function linesOf({ amountMinor }: PaymentOperation, lines: readonly BasketLine[]): object {
  const sum = lines.reduce((total, line) => total + line.totalMinor, 0)
  return lines.length > 0 && sum === amountMinor ? { order_lines: lines.map(lineBody) } : {}
}

function shippingInfo({ carrier, trackingNumber, trackingUrl }: Shipment): object {
  return {
    shipping_company: carrier.slice(0, 100),
    tracking_number: trackingNumber.slice(0, 100),
    ...(trackingUrl !== null && { tracking_uri: trackingUrl }),
  }
}

export const addressSchema = z.object({
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  organization_name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  care_of: z.string().optional(),
  street_address: z.string().optional(),
  street_address2: z.string().optional(),
  street_name: z.string().optional(),
  street_number: z.string().optional(),
  postal_code: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
})

const contacts = { billing_address: addressSchema.optional(), shipping_address: addressSchema.optional() }

export const checkoutAnswerSchema = z.object({
  order_id: z.string().min(1),
  status: z.string(),
  html_snippet: z.string().optional(),
  purchase_currency: z.string(),
  order_amount: z.int(),
  merchant_reference1: z.string().optional(),
  merchant_data: z.string().optional(),
  last_modified_at: z.string().optional(),
  ...contacts,
})
export type CheckoutAnswer = z.output<typeof checkoutAnswerSchema>

export const managedAnswerSchema = z.object({
  order_id: z.string().min(1),
  status: z.string(),
  fraud_status: z.string().optional(),
  purchase_currency: z.string(),
  order_amount: z.int(),
  captured_amount: z.int().default(0),
  refunded_amount: z.int().default(0),
  remaining_authorized_amount: z.int().default(0),
  merchant_reference1: z.string().optional(),
  merchant_data: z.string().optional(),
  expires_at: z.string().optional(),
  initial_payment_method: z.object({ type: z.string().optional() }).optional(),
  ...contacts,
})
export type ManagedAnswer = z.output<typeof managedAnswerSchema>

/** A session ends 48 hours after its last change. */
export function sessionEnd({ last_modified_at }: CheckoutAnswer): Date | null {
  const at = Date.parse(last_modified_at ?? '')
  return Number.isNaN(at) ? null : new Date(at + 48 * 3_600_000)
}

/** The record of a checkout order that is not, or not yet, in order management. */
export function recordOfCheckout(answer: CheckoutAnswer): PaymentRecord {
  return {
    ...sharedRecord(answer),
    state: checkoutState(answer.status),
    capturedMinor: minor(0),
    refundedMinor: minor(0),
    expiresAt: sessionEnd(answer),
  }
}

/** The provider spells its statuses in lower and in upper case. */
function checkoutState(status: string): PaymentState {
  switch (status.toLowerCase()) {
    case 'checkout_incomplete':
      return 'open'
    // Paid, but order management does not know it yet.
    case 'checkout_complete':
      return 'pending'
    case 'aborted':
      return 'cancelled'
    default:
      throw new Error(`Kustom answered an unknown checkout status: ${status}`)
  }
}

export function recordOfOrder(answer: ManagedAnswer): PaymentRecord {
  const expiresAt = Date.parse(answer.expires_at ?? '')
  return {
    ...sharedRecord(answer),
    state: orderState(answer),
    capturedMinor: minor(answer.captured_amount),
    refundedMinor: minor(answer.refunded_amount),
    expiresAt: Number.isNaN(expiresAt) ? null : new Date(expiresAt),
    means: kustomMeans[answer.initial_payment_method?.type?.toUpperCase() ?? ''] ?? null,
  }
}

const credit = (kind: 'invoice' | 'part_payment' | 'account', label: string): PaymentMeans => ({
  kind,
  label,
})
const partPayment = credit('part_payment', 'Klarna')

/**
 * Kustom's names of payment methods (`initial_payment_method.type` of Order Management v1). Klarna lends to persons,
 * Billie to companies.
 */
const kustomMeans: Readonly<Record<string, PaymentMeans>> = {
  CARD: { kind: 'card', label: null },
  SWISH: { kind: 'swish', label: null },
  MOBILEPAY: { kind: 'mobilepay', label: null },
  VIPPS: { kind: 'vipps', label: null },
  DIRECT_DEBIT: { kind: 'bank', label: null },
  DIRECT_BANK_TRANSFER: { kind: 'bank', label: null },
  INVOICE: credit('invoice', 'Klarna'),
  INVOICE_BUSINESS: credit('invoice', 'Billie'),
  BASE_ACCOUNT: credit('account', 'Klarna'),
  ACCOUNT: credit('account', 'Klarna'),
  FIXED_AMOUNT: partPayment,
  FIXED_SUM_CREDIT: partPayment,
  SLICE_IT_BY_CARD: partPayment,
  PAY_IN_X: partPayment,
}

function orderState(answer: ManagedAnswer): PaymentState {
  const { captured_amount: captured, refunded_amount: refunded } = answer
  const fraud = answer.fraud_status?.toUpperCase()
  if (captured > 0) {
    if (refunded === 0) return 'captured'
    return refunded >= captured ? 'refunded' : 'part_refunded'
  }
  switch (answer.status.toUpperCase()) {
    case 'AUTHORIZED':
      if (fraud === 'REJECTED') return 'failed'
      return fraud === 'PENDING' ? 'review' : 'authorized'
    case 'EXPIRED':
      return 'expired'
    case 'CANCELLED':
    case 'CLOSED':
      return 'cancelled'
    default:
      throw new Error(`Kustom answered an unknown order status: ${answer.status}`)
  }
}

function sharedRecord(answer: CheckoutAnswer | ManagedAnswer) {
  return {
    ok: true as const,
    providerOrderId: answer.order_id,
    amountMinor: minor(answer.order_amount),
    currency: answer.purchase_currency.toUpperCase(),
    snapshotHash: hashIn(answer.merchant_data),
    orderNumber: answer.merchant_reference1 ?? null,
    billing: contactOf(answer.billing_address),
    shipping: contactOf(answer.shipping_address),
  }
}

const dataSchema = z.object({ hash: z.string().nullable() })

function hashIn(data: string | undefined): string | null {
  if (data === undefined) return null
  try {
    const read = dataSchema.safeParse(JSON.parse(data))
    return read.success ? read.data.hash : null
  } catch {
    return null
  }
}

export function contactOf(address: z.output<typeof addressSchema> | undefined): PaymentContact | null {
  if (!address) return null
  const { street_address, street_name, street_number } = address
  return {
    company: address.organization_name ?? null,
    firstName: address.given_name ?? '',
    lastName: address.family_name ?? '',
    careOf: address.care_of ?? null,
    street: street_address ?? [street_name, street_number].filter(Boolean).join(' '),
    street2: address.street_address2 ?? null,
    postalCode: address.postal_code ?? '',
    city: address.city ?? '',
    countryCode: (address.country ?? '').toUpperCase(),
    email: address.email ?? null,
    phone: address.phone ?? null,
  }
}
