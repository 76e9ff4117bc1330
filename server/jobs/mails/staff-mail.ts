/**
 * The mails to staff. The token of a link is generated here, so that the outbox holds none: an attempt that fails half-way
 * leaves a mail with an invalid link, and the next one sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { staffNotices, type MailPayloads } from '../../../domain/jobs/job-queue.ts'
import type { MailKind } from '../../../domain/mail/mail-kind.ts'
import { issueSignInToken } from '../../../domain/staff/sign-in-by-link.server.ts'
import { findStaff } from '../../../domain/staff/staff-repository.server.ts'
import { staffPaths, type StaffMember } from '../../../domain/staff/staff.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'
import type { MailText } from '../../../providers/mail/plain-mail.ts'
import { staffNoticeMail, staffSignInMail, storeOfStaffMail } from '../../../providers/mail/staff-mail.ts'
import { keptAddress } from '../../node-setting.ts'

interface StaffMail {
  person: StaffMember
  kind: MailKind
  name: string
  text: MailText
}

export const staffMail = mailTemplate<MailPayloads['staff-mail']>({
  async mail(trx, { clock }, data, { key }) {
    const adminUrl = await keptAddress(trx, 'admin_url')
    if (adminUrl === null) throw new Error('The address of the back office is not stored.')
    const mail = await mailOf(trx, data, { adminUrl, now: clock(), key })
    if (mail === null) return null
    const { person, kind, name, text } = mail
    const store = storeOfStaffMail(person.language)
    return { name, kind, store, to: person.email, ...text, date: new Date(clock()) }
  },
  samples: ({ store, at, link }) => ({
    'staff-sign-in': [staffSignInMail(store, link)],
    'staff-notice': staffNotices.map((event) => staffNoticeMail(store, event, { at, link })),
  }),
})

/** Null where there is nobody to send it to. */
async function mailOf(
  trx: Kysely<DB>,
  job: MailPayloads['staff-mail'],
  { adminUrl, now, key }: { adminUrl: string; now: number; key: string },
): Promise<StaffMail | null> {
  if (job.about === 'sign-in') {
    const issued = await issueSignInToken(trx, job.staffId, now)
    if (issued === null) return null
    const { person, token } = issued
    const text = staffSignInMail(person.language, adminUrl + staffPaths.signInLink(token))
    return { person, kind: 'staff-sign-in', name: `staff-sign-in-${key}`, text }
  }
  const person = await findStaff(trx, job.staffId)
  if (person === null) return null
  const link = adminUrl + staffPaths.security
  const text = staffNoticeMail(person.language, job.event, { at: new Date(job.at), link })
  return { person, kind: 'staff-notice', name: `staff-${job.event}-${person.id}-${job.at}`, text }
}
