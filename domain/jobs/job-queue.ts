/**
 * The background jobs that use cases enqueue, and the port to the queue that runs them. A job is enqueued in
 * the transaction that causes it: it exists exactly when its cause is committed. Every job must be
 * idempotent.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

/** The kinds that modules add, by the first word of them; each adds its own. */
export interface OrderMailKinds {}

/**
 * The kinds of order mail. `gift-cards` contains the codes of the gift cards an order bought, `refund-2`
 * reports its second refund, `shipped-2` its second shipment. `held` confirms an order under review; `rejected` and `expired` report that it
 * was not accepted, by staff or because it was not decided in time. `reminder-1-12` is the first reminder of invoice 12.
 * `payment-problem` reports that the payment of an accepted order failed, `refund-problem-2` that the announced second
 * refund could not be paid.
 * `date-moved-7` reports that goods are expected later, by the seventh move of a date in stock.
 * `gift-card-sent-3` reports that the cards of delivery 3 were sent to their recipient.
 */
export type OrderMailKind =
  | 'confirmation'
  | 'gift-cards'
  | `gift-card-sent-${number}`
  | 'held'
  | 'cancelled'
  | 'rejected'
  | 'expired'
  | `refund-${number}`
  | `shipped-${number}`
  | `reminder-${number}-${number}`
  | 'payment-problem'
  | `refund-problem-${number}`
  | `date-moved-${number}`
  | OrderMailKinds[keyof OrderMailKinds]

/** Changes to how a customer signs in that are reported by mail. */
export type AccountNotice = 'password-changed' | 'passkey-added' | 'passkey-removed'

/** Changes to how a member of staff signs in that are reported by mail. `locked`: after too many wrong codes. */
export const staffNotices = [
  'passkey-added',
  'passkey-removed',
  'authenticator-added',
  'authenticator-removed',
  'recovery-code-used',
  'recovery-codes-renewed',
  'locked',
] as const
export type StaffNotice = (typeof staffNotices)[number]

/** The addresses of a change: each gets a mail of its own. */
export const emailChangeSides = ['old', 'new'] as const
export type EmailChangeSide = (typeof emailChangeSides)[number]

/**
 * What a mail about a company may be about → what it is made from. Modules add theirs. `id` and `accountId`, the receiver
 * of one of several, are part of the mail's name.
 */
export interface CompanyMails {
  /** To an address that is invited to the company. */
  invitation: { id: number }
  /** Asks a company whether the customer who opened it acts for it. */
  verification: { id: number }
}

/**
 * Template of a mail → what it is made from: ids and codes, no personal data. Those of the kernel are in
 * `domain/mail/kernel-mails.ts`; modules add theirs.
 */
export interface MailPayloads {}

/** Queue name → payload of its jobs. A mail is a row of the outbox (decision 162), and a job to its cause. */
export interface JobPayloads extends MailPayloads {
  /** Captures, refunds and cancellations of a payment that are to be performed at its provider. */
  'payment-operation': { attemptId: number }
  /** An event that a payment provider reported. */
  'payment-event': { eventId: number }
  /** Work that a person started in the back office. */
  'staff-job': { jobId: number }
}

/** The queues a use case needs; all of them by default. */
export interface JobQueue<Queue extends keyof JobPayloads = keyof JobPayloads> {
  /**
   * Enqueues within the caller's transaction: without a commit there is no job. `startAfter`: earliest start.
   */
  enqueue<Name extends Queue>(
    transaction: Kysely<DB>,
    name: Name,
    data: JobPayloads[Name],
    options?: { startAfter: Date },
  ): Promise<void>
}

/** Enqueues nothing: for work that is rolled back, or whose jobs are not wanted. */
export const noJobs: JobQueue = { enqueue: async () => undefined }
