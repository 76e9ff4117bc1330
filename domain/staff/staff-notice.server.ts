/** Reports changes to how a member of staff signs in by mail, so that a change made by somebody else is noticed. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobQueue, StaffNotice } from '../jobs/job-queue.ts'

export interface StaffNoticeServices {
  /** Epoch milliseconds. */
  clock: () => number
  jobs: JobQueue<'staff-mail'>
}

/** Enqueues the mail in the transaction of the change. */
export function notifyStaff(
  trx: Kysely<DB>,
  { jobs, clock }: StaffNoticeServices,
  notice: { staffId: number; event: StaffNotice },
): Promise<void> {
  return jobs.enqueue(trx, 'staff-mail', { about: 'notice', ...notice, at: clock() })
}
