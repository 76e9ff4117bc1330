/** What requests for a payment and for a subscription's renewal have in common. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PaymentRequest, ProviderProblem } from '../../domain/payments/payment-provider.ts'
import type { StripeMethod } from '../../domain/stores/store.ts'
import { holdsAmount } from './methods.ts'
import { metadataNames, type IntentAnswer } from './record.server.ts'

export type ReadIntent = { ok: true; intent: IntentAnswer } | ProviderProblem

/** Holds the amount until shipment. Per method, so that a method that cannot hold stays possible. */
export function holdOptions(
  types: readonly StripeMethod[],
): NonNullable<Stripe.PaymentIntentCreateParams['payment_method_options']> {
  const has = (method: StripeMethod) => types.includes(method) && holdsAmount(method)
  return {
    ...(has('card') && {
      card: { capture_method: 'manual' as const, request_multicapture: 'if_available' as const },
    }),
    ...(has('mobilepay') && { mobilepay: { capture_method: 'manual' as const } }),
  }
}

/** The shop sends its own receipts, so Stripe gets no address to send one to. */
export function metadataOf({
  order,
  checkoutId,
}: Pick<PaymentRequest, 'order' | 'checkoutId'>): Record<string, string> {
  return {
    [metadataNames.checkoutId]: checkoutId,
    ...(order && {
      [metadataNames.orderNumber]: order.number,
      [metadataNames.snapshotHash]: order.snapshotHash,
    }),
  }
}

/** Keys are unique in an account and have at most 255 characters. */
export function keyOf(operation: string, subject: string, key: string): string {
  const whole = `${operation}:${subject}:${key}`
  return whole.length <= 255 ? whole : `${operation}:${digest(whole)}`
}

/** Ids come from addresses that anybody can call; one that Stripe cannot have made is not sent to it. */
export function isIntentId(id: string): boolean {
  return /^pi_\w{1,250}$/.test(id)
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
