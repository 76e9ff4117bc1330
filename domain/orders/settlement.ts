/** The changes a payment decision makes to its order: decided by domain/payments, stored with the order. */
import type { OrderMailKind } from '../jobs/job-queue.ts'
import type { OrderStatus } from './order-states.ts'
import type { AttemptStatus } from './payment-attempt.ts'

export interface Settlement {
  attempt: AttemptStatus
  order: OrderStatus
  /** Data of the history entry: codes only. */
  data: Record<string, string>
  mails: OrderMailKind[]
  /** When the order was received (ISO 8601); null where it was not. */
  at: string | null
  /** When it was paid; null for an invoice, which is settled before it is paid (`markOrderPaid`). */
  paidAt: string | null
}
