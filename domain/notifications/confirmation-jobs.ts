/** The mail that asks the owner of an address to confirm: enqueued in the transaction that keeps the request. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

export interface ConfirmationMailJob {
  confirmationId: number
}

export interface ConfirmationJobs {
  enqueue(transaction: Kysely<DB>, name: 'confirmation-mail', data: ConfirmationMailJob): Promise<void>
}
