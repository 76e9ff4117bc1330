/** A stored attempt to pay for an order; domain/payments decides its changes. */
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'

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

/**
 * Whether a review of such a payment is the shop's own; another company's review is ended by that company.
 */
export function isReviewedByShop(provider: PaymentProviderId | 'none'): boolean {
  return provider === 'invoice' || provider === 'none'
}
