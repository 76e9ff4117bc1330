/**
 * Sends the mails to staff. The token of a link is generated here, so that no job holds it: a run that fails half-way
 * leaves a mail with an invalid link, and the next run sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import { issueSignInToken } from '../../domain/staff/sign-in-by-link.server.ts'
import { findStaff } from '../../domain/staff/staff-repository.server.ts'
import { staffPaths, type StaffMember } from '../../domain/staff/staff.ts'
import type { MailText } from '../../providers/mail/plain-mail.ts'
import { staffNoticeMail, staffSignInMail, storeOfStaffMail } from '../../providers/mail/staff-mail.ts'
import { keptAddress } from '../node-setting.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface StaffMailServices extends SendMailServices {
  db: Kysely<DB>
}

interface StaffMail {
  person: StaffMember
  kind: MailKind
  /** A repetition of the job is the same mail. */
  name: string
  text: MailText
}

export async function sendStaffMail(
  services: StaffMailServices,
  job: JobPayloads['staff-mail'],
): Promise<void> {
  const adminUrl = await keptAddress(services.db, 'admin_url')
  if (adminUrl === null) throw new Error('The address of the back office is not stored.')
  await services.db.transaction().execute(async (trx) => {
    const mail = await mailOf(trx, job, { adminUrl, now: services.clock() })
    if (mail === null) return
    const { person, kind, name, text } = mail
    await sendMail(trx, services, {
      name,
      kind,
      store: storeOfStaffMail(person.language),
      to: person.email,
      ...text,
      date: new Date(services.clock()),
    })
  })
}

/** Null where there is nobody to send it to. */
async function mailOf(
  trx: Kysely<DB>,
  job: JobPayloads['staff-mail'],
  { adminUrl, now }: { adminUrl: string; now: number },
): Promise<StaffMail | null> {
  if (job.about === 'sign-in') {
    const issued = await issueSignInToken(trx, job.staffId, now)
    if (issued === null) return null
    const { person, token } = issued
    const text = staffSignInMail(person.language, adminUrl + staffPaths.signInLink(token))
    return { person, kind: 'staff-sign-in', name: `staff-sign-in-${person.id}-${now}`, text }
  }
  const person = await findStaff(trx, job.staffId)
  if (person === null) return null
  const link = adminUrl + staffPaths.security
  const text = staffNoticeMail(person.language, job.event, { at: new Date(job.at), link })
  return { person, kind: 'staff-notice', name: `staff-${job.event}-${person.id}-${job.at}`, text }
}
