/** An attempt to pay for an order, as it is stored; domain/payments decides its changes. */
import type { PaymentProviderId } from '../stores/payment-provider-id.ts'

export type AttemptStatus =
  | 'created'
  | 'pending'
  | 'review'
  | 'authorized'
  | 'captured'
  | 'part_refunded'
  | 'refunded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'mismatch'

/** Whether a review of such a payment is the shop's own: another company's review is that company's to end. */
export function isReviewedByShop(provider: PaymentProviderId | 'none'): boolean {
  return provider === 'invoice' || provider === 'none'
}
