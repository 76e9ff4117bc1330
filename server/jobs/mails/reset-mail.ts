/**
 * The mail with the password reset link; none if the requested address has no account. The token is generated here, so that
 * the outbox holds none: an attempt that fails half-way leaves a mail with an invalid link, and the next one sends another.
 */
import { accountPaths } from '../../../domain/accounts/account-paths.ts'
import { issueResetToken } from '../../../domain/accounts/reset-password.server.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'
import { resetMail as wording } from '../../../providers/mail/reset-mail.ts'

export const resetMail = mailTemplate<MailPayloads['reset-mail']>({
  async mail(trx, { publicUrl, clock }, { accountId, store, destination }, { key }) {
    const now = clock()
    const issued = await issueResetToken(trx, accountId, now)
    if (issued === null) return null
    const { token, email } = issued
    return {
      name: `password-${key}`,
      kind: 'password-reset',
      store,
      to: email,
      ...wording(store, publicUrl + accountPaths.changePassword(store, token, destination)),
      date: new Date(now),
    }
  },
})
