/**
 * Sends the mail with the password reset link. The token is generated here, so that no job holds it. A run
 * that fails half-way leaves a mail with an invalid link, and the next run sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import { accountPaths } from '../../domain/accounts/account-paths.ts'
import { issueResetToken } from '../../domain/accounts/reset-password.server.ts'
import { resetMail } from '../../providers/mail/reset-mail.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface ResetMailServices extends SendMailServices {
  db: Kysely<DB>
}

/** Sends nothing if the requested address has no account. */
export async function sendResetMail(
  services: ResetMailServices,
  { accountId, store, destination }: JobPayloads['reset-mail'],
): Promise<void> {
  const { db, publicUrl, clock } = services
  const now = clock()
  await db.transaction().execute(async (trx) => {
    const issued = await issueResetToken(trx, accountId, now)
    if (issued === null) return
    const { id, token, email } = issued
    await sendMail(trx, services, {
      name: `password-${id}`,
      kind: 'password-reset',
      store,
      to: email,
      ...resetMail(store, publicUrl + accountPaths.changePassword(store, token, destination)),
      date: new Date(now),
    })
  })
}
