/**
 * What the shop knows about each payment method beside its adapter. A new method is its id
 * (`domain/stores/payment-provider-id.ts`), its entry here, the stores that offer it, its texts, and its adapter in the
 * composition root. Pure.
 */
import { paymentProviderIds, type PaymentProviderId } from '../stores/payment-provider-id.ts'
import type { OfferedMeans, PaymentLogo } from '../stores/store.ts'

interface PaymentMethod {
  /**
   * What collects the shopper's details in checkout. `frame`: the provider's frame collects contact, address and
   * consent, and pays. `fields`: our form, with the provider's fields for the payment. `form`: our form alone; the
   * order is settled as it is written.
   */
  collects: 'frame' | 'fields' | 'form'
  /** The provider's name in the addresses that it calls; null: nobody calls. */
  callbackName: string | null
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
    canRepeat: false,
    marks: ['kustom', 'klarna', 'swish', 'vipps', 'mobilepay', 'bankid', ...cards],
  },
  stripe: {
    collects: 'fields',
    callbackName: 'stripe',
    canRepeat: true,
    marks: ['stripe', 'swish', 'mobilepay', ...cards],
  },
  walley_b2c: {
    collects: 'frame',
    callbackName: 'walley-b2c',
    canRepeat: false,
    marks: ['walley'],
  },
  walley_b2b: {
    collects: 'frame',
    callbackName: 'walley-b2b',
    canRepeat: false,
    marks: ['walley'],
  },
  invoice: { collects: 'form', callbackName: null, canRepeat: true, marks: [] },
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

/** What collects the shopper's details for a method, or for a choice of it (`stripe:swish`); null: no known method. */
export function collectorOf(choice: string): PaymentMethod['collects'] | null {
  const [method = ''] = choice.split(':')
  return isPaymentMethod(method) ? paymentMethods[method].collects : null
}

export function isEmbedded(method: PaymentProviderId): method is EmbeddedMethod {
  return paymentMethods[method].collects !== 'form'
}

/**
 * The marks beside a choice in checkout, of those that the store shows, in the store's order: of what it is named by,
 * and of the company whose frame it is.
 */
export function marksOf(
  provider: PaymentProviderId,
  named: readonly OfferedMeans[],
  shown: readonly PaymentLogo[],
): PaymentLogo[] {
  const own: ReadonlySet<PaymentLogo> = new Set([
    ...named.flatMap((means) => meansMarks[means]),
    ...(paymentMethods[provider].collects === 'frame' ? frameMarks : []),
  ])
  const brought: readonly PaymentLogo[] = paymentMethods[provider].marks
  return shown.filter((mark) => own.has(mark) && brought.includes(mark))
}

const frameMarks = ['kustom', 'walley'] as const

const meansMarks: Record<OfferedMeans, readonly PaymentLogo[]> = {
  card: cards,
  swish: ['swish'],
  mobilepay: ['mobilepay'],
  vipps: ['vipps'],
  invoice: [],
  part_payment: [],
}

/** The methods that need nothing but our form. */
export const formMethods = paymentProviderIds.filter((id) => !isEmbedded(id))
