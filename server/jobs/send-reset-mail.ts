/**
 * Sends the mail with the password reset link. The token is generated here, so that no job holds it. A run
 * that fails half-way leaves a mail with an invalid link, and the next run sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import { issueResetToken } from '../../domain/accounts/reset-password.server.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { resetMail } from '../../providers/mail/reset-mail.ts'

export interface ResetMailServices {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
  clock: () => number
}

/** Sends nothing if the requested address has no account. */
export async function sendResetMail(
  { db, mailer, publicUrl, clock }: ResetMailServices,
  { accountId, store }: JobPayloads['reset-mail'],
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    const issued = await issueResetToken(trx, accountId, now)
    if (issued === null) return
    const { id, token, email } = issued
    await mailer.send({
      name: `password-${id}`,
      kind: 'password-reset',
      from: { name: stores[store].brand, address: storePolicies[store].company.email },
      to: email,
      ...resetMail(store, `${publicUrl}/${store}?change_password=${token}`),
      date: new Date(now),
    })
  })
}
