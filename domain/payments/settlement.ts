/**
 * The changes that a payment decision makes to its order, whether the order is settled when it is written
 * (our own providers) or later (after querying a provider). Pure.
 */
import type { OrderMailKind } from '../jobs/job-queue.ts'
import { mailsOnReceipt } from '../orders/mails-on-receipt.ts'
import { payableMinorOf, recipientOf, type OrderLine } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { isReviewedByShop, type AttemptStatus } from '../orders/payment-attempt.ts'
import type { Settlement } from '../orders/settlement.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import { decidePayment, type PaymentDecision, type PaymentProblem } from './decide-payment.ts'
import type { OwnOrder, PaymentProvider } from './payment-provider.ts'

/** The fields of a payment's order that its settlement depends on. */
export interface SettledOrder {
  provider: PaymentProviderId | 'none'
  lines: readonly Pick<OrderLine, 'kind'>[]
}

/** The changes of a decision that moves the order at `now` (epoch ms). */
export function settlementOf(
  { attempt, order: status, problem }: PaymentDecision & { order: OrderStatus },
  order: SettledOrder,
  now: number,
): Settlement {
  const at = status === 'received' ? new Date(now).toISOString() : null
  // An invoice is settled before it is paid (`markOrderPaid`).
  const paidAt = order.provider === 'invoice' ? null : at
  return {
    attempt,
    order: status,
    data: settlementData(attempt, problem),
    mails: mailsOf(attempt, at, paidAt, order),
    at,
    paidAt,
  }
}

/** The history data of a decision: codes only. */
export function settlementData(
  attempt: AttemptStatus,
  problem: PaymentProblem | null,
): Record<string, string> {
  return { attempt, ...(problem && { problem }) }
}

/**
 * The settlement of an order as it is written; null where its provider is another company, or has not
 * decided.
 */
export function settlementAtOnce(
  provider: PaymentProvider | undefined,
  order: OwnOrder,
  now: number,
): Settlement | null {
  const record = provider?.recordOf?.(order)
  if (!record) return null
  const { snapshot, snapshotHash } = order
  const known = {
    orderNumber: '',
    orderStatus: 'pending',
    attemptStatus: 'pending',
    wasAuthorized: false,
    amountMinor: payableMinorOf(snapshot),
    currency: snapshot.currency,
    snapshotHash,
    address: recipientOf(snapshot),
  } as const
  const { order: status, ...decision } = decidePayment(known, record)
  if (status === null) return null
  return settlementOf(
    { ...decision, order: status },
    { provider: snapshot.payment, lines: snapshot.lines },
    now,
  )
}

function mailsOf(
  attempt: AttemptStatus,
  at: string | null,
  paidAt: string | null,
  { provider, lines }: SettledOrder,
): OrderMailKind[] {
  if (at !== null) return mailsOnReceipt({ lines, paid: paidAt !== null })
  return attempt === 'review' && isReviewedByShop(provider) ? ['held'] : []
}
