/**
 * Sends the mails to the people of a company. The token of an invitation is generated here, so that no job holds it: a
 * run that fails half-way leaves a mail with an invalid link, and the next run sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { companyPaths } from '../../domain/companies/company-paths.ts'
import { issueInvitationToken } from '../../domain/companies/company-repository.server.ts'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { invitationMail } from '../../providers/mail/company-mail.ts'
import type { MailText } from '../../providers/mail/plain-mail.ts'
import { sendMail, type SendMailServices } from './send-mail.ts'

export interface CompanyMailServices extends SendMailServices {
  db: Kysely<DB>
}

interface CompanyMail {
  store: StoreCode
  to: string
  kind: MailKind
  text: MailText
}

export async function sendCompanyMail(
  services: CompanyMailServices,
  job: JobPayloads['company-mail'],
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const mail = await invitation(trx, services, job.id)
    if (mail === null) return
    const { store, to, kind, text } = mail
    await sendMail(trx, services, {
      name: `company-${job.about}-${job.id}`,
      kind,
      store,
      to,
      ...text,
      date: new Date(services.clock()),
    })
  })
}

async function invitation(
  trx: Kysely<DB>,
  { publicUrl, clock }: CompanyMailServices,
  id: number,
): Promise<CompanyMail | null> {
  const issued = await issueInvitationToken(trx, id, clock())
  if (issued === null) return null
  const { token, email, company } = issued
  const link = publicUrl + companyPaths.join(company.store, token)
  return {
    store: company.store,
    to: email,
    kind: 'company-invitation',
    text: invitationMail(company.store, { company: company.name, link }),
  }
}
