/**
 * How an order's payment is shown to its buyer: the method, and whether the money was taken. "Paid" is said of
 * money that was captured; until then it is reserved (the terms: charged at dispatch). Pure.
 */
import { zeroMinor, type Minor } from '../money/money.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import type { PaymentProviderId } from '../stores/payment-provider-id.ts'
import { isCredit, type PaymentMeans } from './payment-means.ts'

export interface ShownPayment {
  provider: PaymentProviderId | 'none'
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

/** The keys of the texts in `locales/{store}/checkout.json` that say it. */
type PaymentTextKey =
  | 'checkout.pay_invoice'
  | 'checkout.paid_by_card'
  | 'checkout.exchange_paid'
  | 'confirmation.paid'
  | `payment.${'nothing' | 'card' | 'bank' | 'invoice_from' | 'part_payment_at' | 'account_at'}`
  | `payment.${'reserved' | 'reserved_credit' | 'part_charged' | 'released' | 'owed_to'}`

interface PaymentWords {
  t(key: PaymentTextKey, values?: Record<string, string>): string
  money(amount: Minor): string
}

const providerNames = {
  klarna: 'Kustom',
  stripe: 'Stripe',
  walley_b2c: 'Walley',
  walley_b2b: 'Walley',
} as const

/** What pays for an order that leaves nothing to collect. */
export interface PaidOtherwise {
  hasGiftCards: boolean
  /** The return whose goods pay for it; null: none. */
  returnId: string | null
}

/** The name of what the order is paid with. */
export function paymentName(
  { provider, means }: Pick<ShownPayment, 'provider' | 'means'>,
  { hasGiftCards, returnId }: PaidOtherwise,
  { t }: Pick<PaymentWords, 't'>,
): string {
  if (provider === 'invoice') return t('checkout.pay_invoice')
  if (provider === 'none') {
    if (returnId !== null) return t('checkout.exchange_paid', { id: returnId })
    return t(hasGiftCards ? 'checkout.paid_by_card' : 'payment.nothing')
  }
  const lender = means?.label ?? providerNames[provider]
  switch (means?.kind) {
    case undefined:
      return providerNames[provider]
    case 'card':
      return means.label ?? t('payment.card')
    case 'swish':
      return 'Swish'
    case 'mobilepay':
      return 'MobilePay'
    case 'vipps':
      return 'Vipps'
    case 'bank':
      return t('payment.bank')
    case 'invoice':
      return t('payment.invoice_from', { lender })
    case 'part_payment':
      return t('payment.part_payment_at', { lender })
    case 'account':
      return t('payment.account_at', { lender })
  }
}

/**
 * Whether it is paid; null: nothing is said, as of our own invoice, whose days to pay are stated instead, and of a
 * payment that is being confirmed.
 */
export function paymentStanding(
  { provider, means, state, chargedMinor }: ShownPayment,
  { t, money }: PaymentWords,
): string | null {
  if (provider === 'invoice' || provider === 'none' || state === 'open') return null
  if (state === 'released') return t('payment.released')
  if (means && isCredit(means))
    return state === 'reserved'
      ? t('payment.reserved_credit')
      : t('payment.owed_to', { lender: means.label ?? providerNames[provider] })
  if (state === 'reserved') return t('payment.reserved')
  return state === 'charged'
    ? t('confirmation.paid')
    : t('payment.part_charged', { amount: money(chargedMinor) })
}
