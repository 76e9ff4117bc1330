/**
 * The mail with the password reset link; none if the requested address has no account. The token is generated here, so that
 * the outbox holds none: an attempt that fails half-way leaves a mail with an invalid link, and the next one sends another.
 */
import { accountPaths } from '../../../domain/accounts/account-paths.ts'
import { issueResetToken } from '../../../domain/accounts/reset-password.server.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { textsOf } from '../../../locales/texts.server.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'
import { plainMail, type MailText } from '../../../providers/mail/plain-mail.ts'

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
  samples: ({ store, link }) => ({ 'password-reset': [wording(store, link)] }),
})

/** It contains no name: the recipient knows whose account it is. `link`: the absolute address with its token. */
function wording(store: StoreCode, link: string): MailText {
  const said = textsOf(store).mails.reset
  return plainMail(store, said.subject, [said.intro, { link, words: said.link }, said.hour, said.ignore])
}
