/** Work an order leaves behind, and the port to the queue that does it: enqueued in the transaction that causes it. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { buysGiftCards, type OrderLine } from './order-snapshot.ts'

/** Queue name → what a job of it is told. */
export interface OrderJobs {
  'order-mail': { orderId: number; kind: OrderMailKind }
}
/**
 * `gift-cards` brings the codes of the gift cards an order bought, `refund-2` reports its second refund. `held` confirms
 * an order that waits for a decision; `rejected` and `expired` say that it was not accepted, by staff or in time.
 */
export type OrderMailKind =
  | 'confirmation'
  | 'gift-cards'
  | 'held'
  | 'cancelled'
  | 'rejected'
  | 'expired'
  | `refund-${number}`

/** The mails a received order owes its buyer: the codes of gift cards go out once their money is there. */
export function mailsOnReceipt(order: {
  lines: readonly Pick<OrderLine, 'kind'>[]
  paid: boolean
}): OrderMailKind[] {
  return order.paid && buysGiftCards(order) ? ['confirmation', 'gift-cards'] : ['confirmation']
}

export interface JobQueue {
  /** Enqueues with the caller's transaction: no commit, no job. */
  enqueue<Name extends keyof OrderJobs>(
    transaction: Kysely<DB>,
    name: Name,
    data: OrderJobs[Name],
  ): Promise<void>
}
