/**
 * Settling an order with what is written of it: where the provider's records are our own there is nothing to wait for,
 * and the order is never pending. The same decision as for any payment.
 */
import type { OrderMailKind } from '../jobs/job-queue.ts'
import { mailsOnReceipt } from '../orders/mails-on-receipt.ts'
import { payableMinorOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import type { Settlement } from '../orders/settlement.ts'
import { decidePayment } from './decide-payment.ts'
import type { OwnOrder, PaymentProvider } from './payment-provider.ts'

/** What settles the order at once; null where its provider is another company, or has not decided. */
export function settlementOf(
  provider: PaymentProvider | undefined,
  order: OwnOrder,
  now: number,
): Settlement | null {
  const record = provider?.recordOf?.(order)
  if (!record) return null
  const { snapshot, snapshotHash } = order
  const {
    attempt,
    order: status,
    problem,
  } = decidePayment(
    {
      orderNumber: '',
      orderStatus: 'pending',
      attemptStatus: 'pending',
      amountMinor: payableMinorOf(snapshot),
      currency: snapshot.currency,
      snapshotHash,
    },
    record,
  )
  if (status === null) return null
  const at = status === 'received' ? new Date(now).toISOString() : null
  const paidAt = snapshot.payment === 'invoice' ? null : at
  return {
    attempt,
    order: status,
    data: { attempt, ...(problem && { problem }) },
    mails: mailsOf(attempt, at, paidAt, snapshot),
    at,
    paidAt,
  }
}

function mailsOf(
  attempt: AttemptStatus,
  at: string | null,
  paidAt: string | null,
  { lines }: OrderSnapshot,
): OrderMailKind[] {
  if (at !== null) return mailsOnReceipt({ lines, paid: paidAt !== null })
  return attempt === 'review' ? ['held'] : []
}
