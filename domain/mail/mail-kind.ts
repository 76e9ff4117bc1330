/** The kinds of mail the shop sends: what failures and mails sent are counted by, and what limits are stated for. */
import type { OrderMailKind } from '../jobs/job-queue.ts'

export type MailKind =
  | `order-${string}`
  /** Of a declaration that fits an order, to the address of that order. */
  | 'withdrawal-receipt'
  /** Of a declaration that fits no order, to the address it names. */
  | 'withdrawal-notice'
  | 'password-reset'
  | 'newsletter-confirmation'
  | 'stock-confirmation'
  | 'stock-notice'

/** The kind of an order's mail; all its refunds are one kind. */
export function mailKindOfOrder(kind: OrderMailKind): MailKind {
  return `order-${kind.replace(/-\d+$/, '')}`
}
