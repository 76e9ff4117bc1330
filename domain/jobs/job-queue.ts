/**
 * The background jobs that use cases leave behind, and the port to the queue that runs them. A job is enqueued in the
 * transaction that causes it: it exists exactly when its cause does. Every job may run more than once.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

/**
 * The kinds of mail an order sends. `gift-cards` holds the codes of the gift cards an order bought, `refund-2` reports
 * its second refund. `held` confirms an order that waits for a decision; `rejected` and `expired` say that it was not
 * accepted, by staff or because nobody decided in time.
 */
export type OrderMailKind =
  | 'confirmation'
  | 'gift-cards'
  | 'held'
  | 'cancelled'
  | 'rejected'
  | 'expired'
  | `refund-${number}`

/** Queue name → payload of its jobs. */
export interface JobPayloads {
  'order-mail': { orderId: number; kind: OrderMailKind }
  /** The receipt of a declaration of withdrawal. */
  'withdrawal-mail': { withdrawalId: number }
  /** The mail that asks the owner of an address to confirm. */
  'confirmation-mail': { confirmationId: number }
  /** The link to a new password, in the language of a store. Null: no account has the address that asked. */
  'reset-mail': { accountId: number | null; store: StoreCode }
}

/** The queues a use case needs, all of them by default. */
export interface JobQueue<Queue extends keyof JobPayloads = keyof JobPayloads> {
  /** Enqueues with the caller's transaction: no commit, no job. `startAfter`: not before. */
  enqueue<Name extends Queue>(
    transaction: Kysely<DB>,
    name: Name,
    data: JobPayloads[Name],
    options?: { startAfter: Date },
  ): Promise<void>
}
