/** What an order's payment is called, and what is said of it, on its pages and in its mails. Pure. */
import type { Minor } from '../money/money.ts'
import { isCredit } from './payment-means.ts'
import type { ShownPayment } from './shown-payment.ts'

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

/** What pays for an order that leaves nothing to collect. */
export interface PaidOtherwise {
  hasGiftCards: boolean
  /** The return whose goods pay for it; null: none. */
  returnId: string | null
}

/** The name of what the order is paid with. */
export function paymentName(
  { provider, company, means }: Pick<ShownPayment, 'provider' | 'company' | 'means'>,
  { hasGiftCards, returnId }: PaidOtherwise,
  { t }: Pick<PaymentWords, 't'>,
): string {
  if (provider === 'invoice') return t('checkout.pay_invoice')
  if (provider === 'none') {
    if (returnId !== null) return t('checkout.exchange_paid', { id: returnId })
    return t(hasGiftCards ? 'checkout.paid_by_card' : 'payment.nothing')
  }
  const lender = means?.label ?? company ?? provider
  switch (means?.kind) {
    case undefined:
      return company ?? provider
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
  { provider, company, means, state, chargedMinor }: ShownPayment,
  { t, money }: PaymentWords,
): string | null {
  if (provider === 'invoice' || provider === 'none' || state === 'open') return null
  if (state === 'released') return t('payment.released')
  if (means && isCredit(means))
    return state === 'reserved'
      ? t('payment.reserved_credit')
      : t('payment.owed_to', { lender: means.label ?? company ?? provider })
  if (state === 'reserved') return t('payment.reserved')
  return state === 'charged'
    ? t('confirmation.paid')
    : t('payment.part_charged', { amount: money(chargedMinor) })
}
