/**
 * Reports by mail every change to how a customer signs in, so that a change made by somebody else is noticed.
 * Enqueued in the transaction of the change.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { AccountNotice, JobQueue } from '../jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { findAccount } from './account-repository.server.ts'

export interface AccountNoticeServices extends MailGateServices {
  jobs: JobQueue<'account-mail'>
}

export async function notifyAccount(
  trx: Kysely<DB>,
  services: AccountNoticeServices,
  notice: { accountId: number; store: StoreCode; event: AccountNotice },
): Promise<void> {
  const account = await findAccount(trx, notice.accountId)
  if (account === null) return
  const mail = { kind: 'account-notice', recipient: account.email, network: null } as const
  if (!(await admitMail(trx, services, mail)).ok) return
  await services.jobs.enqueue(trx, 'account-mail', {
    about: 'notice',
    ...notice,
    at: services.clock(),
  })
}
