/**
 * How an order's payment is shown to its buyer: the method, and whether the money was taken (`payment-name.ts` has the
 * words). "Paid" is said of money that was captured; until then it is reserved (the terms: charged at dispatch). Pure.
 */
import { zeroMinor, type Minor } from '../money/money.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { PaymentMeans } from './payment-means.ts'
import { companyOf } from '../payment-methods/payment-methods.ts'

export interface ShownPayment {
  provider: PaymentProviderId | 'none'
  /** The company that collects it; null: nobody else does. */
  company: string | null
  means: PaymentMeans | null
  /** `open`: neither reserved nor charged. `released`: reserved once, and never charged. */
  state: 'open' | 'reserved' | 'part_charged' | 'charged' | 'released'
  chargedMinor: Minor
}

/** A stored attempt to pay. */
export interface PaidAttempt {
  provider: PaymentProviderId | 'none'
  status: AttemptStatus
  means: PaymentMeans | null
  amountMinor: Minor
  capturedMinor: Minor
}

/** `attempt` null: the order has none yet. */
export function shownPayment(provider: ShownPayment['provider'], attempt: PaidAttempt | null): ShownPayment {
  return {
    provider,
    company: companyOf(provider),
    means: attempt?.means ?? null,
    state: attempt === null ? 'open' : stateOf(attempt),
    chargedMinor: attempt?.capturedMinor ?? zeroMinor,
  }
}

function stateOf({ status, amountMinor, capturedMinor }: PaidAttempt): ShownPayment['state'] {
  switch (status) {
    case 'captured':
    case 'part_refunded':
    case 'refunded':
      return 'charged'
    case 'authorized':
    case 'mismatch':
    case 'cancelled':
    case 'expired':
      if (capturedMinor > 0)
        return capturedMinor < amountMinor && status === 'authorized' ? 'part_charged' : 'charged'
      if (status === 'mismatch') return 'open'
      return status === 'authorized' ? 'reserved' : 'released'
    case 'created':
    case 'pending':
    case 'review':
    case 'failed':
      return 'open'
  }
}
