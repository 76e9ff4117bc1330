/**
 * Sends the mail with the way to a new password. The token is made here, so that it stands in no job; a run that
 * breaks off leaves a mail whose link opens nothing, and the next run sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import { findAccount, issueAccountToken } from '../../domain/accounts/account-repository.server.ts'
import { resetLifeMs } from '../../domain/accounts/reset-password.server.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { resetMail } from '../../providers/mail/reset-mail.ts'

export interface ResetMailServices {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
  clock: () => number
}

/** Nobody to write to: nothing is sent. */
export async function sendResetMail(
  { db, mailer, publicUrl, clock }: ResetMailServices,
  { accountId, store }: JobPayloads['reset-mail'],
): Promise<void> {
  const account = accountId === null ? null : await findAccount(db, accountId)
  if (account === null) return
  const now = clock()
  await db.transaction().execute(async (trx) => {
    const { id, token } = await issueAccountToken(trx, {
      accountId: account.id,
      purpose: 'password',
      now,
      lifeMs: resetLifeMs,
    })
    await mailer.send({
      name: `password-${id}`,
      kind: 'password-reset',
      from: { name: stores[store].brand, address: storePolicies[store].company.email },
      to: account.email,
      ...resetMail(store, `${publicUrl}/${store}?change_password=${token}`),
      date: new Date(now),
    })
  })
}
