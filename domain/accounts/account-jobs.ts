/** Work an account leaves behind: enqueued in the transaction that causes it. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The way to a new password, in the words of a store; null: nobody has the address that asked. */
export interface ResetMailJob {
  accountId: number | null
  store: StoreCode
}

export interface AccountJobs {
  enqueue(transaction: Kysely<DB>, name: 'reset-mail', data: ResetMailJob): Promise<void>
}
