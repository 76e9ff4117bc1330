/**
 * What the shop knows about each payment method beside its adapter. A new method is its id
 * (`domain/stores/payment-provider-id.ts`), its entry here, the stores that offer it, its texts, and its adapter in the
 * composition root. Pure.
 */
import { paymentProviderIds, type PaymentProviderId } from '../stores/payment-provider-id.ts'
import type { PaymentLogo } from '../stores/store.ts'

interface PaymentMethod {
  /**
   * What collects the shopper's details in checkout. `frame`: the provider's frame collects contact, address and
   * consent, and pays. `fields`: our form, with the provider's fields for the payment. `form`: our form alone; the
   * order is settled as it is written.
   */
  collects: 'frame' | 'fields' | 'form'
  /** The provider's name in the addresses that it calls; null: nobody calls. */
  callbackName: string | null
  /** Whether it is credit, or its provider offers some besides: invoice, part payment. */
  hasCredit: boolean
  /** Whether the shop can charge with it again later, without the customer: what a subscription needs (SUBS-02). */
  canRepeat: boolean
  /**
   * The marks it brings to the footer (CHROME-16) and to its choice in checkout, where the store shows them; our invoice
   * has none: both name it in words.
   */
  marks: readonly PaymentLogo[]
}

const cards = ['visa', 'mastercard', 'amex'] as const

export const paymentMethods = {
  klarna: {
    collects: 'frame',
    callbackName: 'kustom',
    hasCredit: true,
    canRepeat: false,
    marks: ['kustom', 'klarna', 'swish', 'vipps', 'mobilepay', 'bankid', ...cards],
  },
  stripe: {
    collects: 'fields',
    callbackName: 'stripe',
    hasCredit: false,
    canRepeat: true,
    marks: ['stripe', 'swish', 'mobilepay', ...cards],
  },
  walley_b2c: {
    collects: 'frame',
    callbackName: 'walley-b2c',
    hasCredit: true,
    canRepeat: false,
    marks: ['walley'],
  },
  walley_b2b: {
    collects: 'frame',
    callbackName: 'walley-b2b',
    hasCredit: true,
    canRepeat: false,
    marks: ['walley'],
  },
  invoice: { collects: 'form', callbackName: null, hasCredit: true, canRepeat: true, marks: [] },
} as const satisfies Record<PaymentProviderId, PaymentMethod>

type Methods = typeof paymentMethods

/** The methods whose provider calls the shop. */
export type CallingProvider = {
  [Id in PaymentProviderId]: Methods[Id]['callbackName'] extends string ? Id : never
}[PaymentProviderId]

/** The methods that show something of their provider's in the payment step. */
export type EmbeddedMethod = {
  [Id in PaymentProviderId]: Methods[Id]['collects'] extends 'form' ? never : Id
}[PaymentProviderId]

/** Whether subscriptions can be paid with it (SUBS-02). */
export function canRepeat(method: PaymentProviderId): boolean {
  return paymentMethods[method].canRepeat
}

/** Whether this version knows the method. */
export function isPaymentMethod(method: string): method is PaymentProviderId {
  return Object.hasOwn(paymentMethods, method)
}

/** What collects the shopper's details for a method; null: no known method. */
export function collectorOf(method: string): PaymentMethod['collects'] | null {
  return isPaymentMethod(method) ? paymentMethods[method].collects : null
}

export function isEmbedded(method: PaymentProviderId): method is EmbeddedMethod {
  return paymentMethods[method].collects !== 'form'
}

/** Whether a method is credit, or offers some. */
export function hasCredit(method: PaymentProviderId): boolean {
  return paymentMethods[method].hasCredit
}

/** The marks beside a method in checkout: those of its own that the store shows, in the store's order. */
export function marksOf(method: PaymentProviderId, shown: readonly PaymentLogo[]): PaymentLogo[] {
  const own: readonly PaymentLogo[] = paymentMethods[method].marks
  return shown.filter((mark) => own.includes(mark))
}

/** The methods that need nothing but our form. */
export const formMethods = paymentProviderIds.filter((id) => !isEmbedded(id))
