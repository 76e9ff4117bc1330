/**
 * The mails about an account. Tokens are generated here, so that the outbox holds none: an attempt that fails half-way
 * leaves a mail with an invalid link, and the next one sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { accountPaths } from '../../../domain/accounts/account-paths.ts'
import { findAccount } from '../../../domain/accounts/account-repository.server.ts'
import { issueEmailChangeToken } from '../../../domain/accounts/change-email.server.ts'
import { findEmailChange } from '../../../domain/accounts/email-change-repository.server.ts'
import { issueOpeningToken } from '../../../domain/accounts/open-account.server.ts'
import { emailChangeSides, type MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { oweMail } from '../../../domain/mail/mail-outbox.server.ts'
import type { MailKind } from '../../../domain/mail/mail-kind.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import {
  accountExistsMail,
  accountNoticeMail,
  emailChangeMail,
  openingMail,
} from '../../../providers/mail/account-mail.ts'
import type { MailText } from '../../../providers/mail/plain-mail.ts'
import { mailTemplate, type MailServices } from '../../../providers/mail/mail-template.ts'

export const accountMail = mailTemplate<MailPayloads['account-mail']>({
  async mail(trx, services, data) {
    const about =
      data.about === 'notice' ? `${data.event}-${data.accountId}-${data.at}` : `${data.about}-${data.id}`
    const mail = await mailOf(trx, services, data)
    if (mail === null) return null
    const { name, text, ...others } = mail
    return { name: `account-${about}${name}`, ...others, ...text, date: new Date(services.clock()) }
  },
  samples({ store, at, link }) {
    const notice = { at, link }
    const events = ['password-changed', 'passkey-added', 'passkey-removed', 'email-changed'] as const
    return {
      'account-opening': [openingMail(store, link), accountExistsMail(store, link)],
      'account-email-change': [emailChangeMail(store, 'old', link), emailChangeMail(store, 'new', link)],
      'account-notice': [
        ...events.map((event) => accountNoticeMail(store, event, notice)),
        accountNoticeMail(store, 'email-changed', { ...notice, toFormer: true }),
      ],
    }
  },
})

interface AccountMail {
  store: StoreCode
  to: string
  kind: MailKind
  /** Distinguishes the mails of one cause. */
  name: string
  text: MailText
}

/** Null where its cause is over. */
async function mailOf(
  trx: Kysely<DB>,
  { publicUrl, clock }: MailServices,
  job: MailPayloads['account-mail'],
): Promise<AccountMail | null> {
  const now = clock()
  const loginLink = (store: StoreCode, destination?: string) =>
    publicUrl + accountPaths.login(store, destination)
  const noticeOf = (store: StoreCode, at: number) => ({
    at: new Date(at),
    link: publicUrl + accountPaths.security(store),
  })
  if (job.about === 'notice') {
    const account = await findAccount(trx, job.accountId)
    if (account === null) return null
    const text = accountNoticeMail(job.store, job.event, noticeOf(job.store, job.at))
    return { store: job.store, to: account.email, kind: 'account-notice', name: '', text }
  }
  if (job.about === 'opening') {
    const opening = await issueOpeningToken(trx, job.id, now)
    if (opening === null) return null
    const { store, email: to, token } = opening
    const text =
      token === null
        ? accountExistsMail(store, loginLink(store, job.destination))
        : openingMail(store, publicUrl + accountPaths.open(store, token, job.destination))
    return { store, to, kind: 'account-opening', name: '', text }
  }
  const { about, id, side } = job
  // A mail of its own for each: one that is refused does not send the other again.
  if (side === undefined) {
    for (const each of emailChangeSides)
      await oweMail(trx, { template: 'account-mail', data: { about, id, side: each } })
    return null
  }
  const name = `-${side}`
  if (about === 'email-change') {
    const change = await issueEmailChangeToken(trx, id, side, now)
    if (change === null) return null
    const { store, email: to, token, taken } = change
    const text = taken
      ? accountExistsMail(store, loginLink(store))
      : emailChangeMail(store, side, publicUrl + accountPaths.confirmEmail(store, token))
    return { store, to, kind: 'account-email-change', name, text }
  }
  const change = await findEmailChange(trx, id)
  if (change === null) return null
  const { store, oldEmail, newEmail } = change
  const isOld = side === 'old'
  const text = accountNoticeMail(store, 'email-changed', {
    ...noticeOf(store, now),
    ...(isOld && { toFormer: true }),
  })
  return { store, to: isOld ? oldEmail : newEmail, kind: 'account-notice', name, text }
}
