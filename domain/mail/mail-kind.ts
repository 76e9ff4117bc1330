/** The kinds of mail the shop sends, by which sent and failed mails are counted and limits are set. */
import type { OrderMailKind } from '../jobs/job-queue.ts'

export type MailKind =
  | `order-${string}`
  | `subscription-${string}`
  /** For a declaration that matches an order, sent to the order's address. */
  | 'withdrawal-receipt'
  /** For a declaration that matches no order, sent to the address it contains. */
  | 'withdrawal-notice'
  /** For a cancellation without login that matches a subscription, sent to the subscription's address. */
  | 'cancellation-receipt'
  /** For one that matches none, sent to the address it contains. */
  | 'cancellation-notice'
  | 'password-reset'
  | 'account-opening'
  | 'account-email-change'
  | 'account-notice'
  | 'company-invitation'
  | 'newsletter-confirmation'
  | 'stock-confirmation'
  | 'stock-notice'

/** The kind of an order's mail, without the numbers: all refunds share one kind, and all shipments. */
export function mailKindOfOrder(kind: OrderMailKind): MailKind {
  return `order-${kind.replace(/(?:-\d+)+$/, '')}`
}
