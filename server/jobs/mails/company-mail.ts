/**
 * The mails to the people of a company. The token of an invitation is generated here, so that the outbox holds none: an
 * attempt that fails half-way leaves a mail with an invalid link, and the next one sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { findAccount } from '../../../domain/accounts/account-repository.server.ts'
import { companyPaths } from '../../../domain/companies/company-paths.ts'
import {
  findCompany,
  findMember,
  issueInvitationToken,
  peopleOf,
} from '../../../domain/companies/company-repository.server.ts'
import { issueVerificationToken } from '../../../domain/companies/company-verification-repository.server.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import type { MailKind } from '../../../domain/mail/mail-kind.ts'
import { organisationNumberText } from '../../../domain/stores/organisation-number.ts'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { findRequest } from '../../../domain/purchase-requests/purchase-request-repository.server.ts'
import {
  invitationMail,
  purchaseDecisionMail,
  purchaseRequestMail,
  verificationMail,
} from '../../../providers/mail/company-mail.ts'
import type { MailText } from '../../../providers/mail/plain-mail.ts'
import { mailTemplate, type MailServices } from '../../../providers/mail/mail-template.ts'

interface CompanyMail {
  store: StoreCode
  to: string
  kind: MailKind
  text: MailText
}

export const companyMail = mailTemplate<MailPayloads['company-mail']>({
  async mail(trx, services, data) {
    const mail = await mailOf(trx, services, data)
    if (mail === null) return null
    const { text, ...others } = mail
    const receiver = data.about === 'request' ? `-${data.accountId}` : ''
    const name = `company-${data.about}-${data.id}${receiver}`
    return { name, ...others, ...text, date: new Date(services.clock()) }
  },
})

/** Null where its cause is over. */
function mailOf(
  trx: Kysely<DB>,
  services: MailServices,
  job: MailPayloads['company-mail'],
): Promise<CompanyMail | null> {
  if (job.about === 'invitation') return invitation(trx, services, job.id)
  if (job.about === 'verification') return verification(trx, services, job.id)
  return job.about === 'request' ? purchaseRequest(trx, services, job) : decision(trx, services, job.id)
}

async function purchaseRequest(
  trx: Kysely<DB>,
  { publicUrl, clock }: MailServices,
  { id, accountId }: { id: number; accountId: number },
): Promise<CompanyMail | null> {
  const request = await findRequest(trx, id, clock())
  if (request?.status !== 'waiting') return null
  const { store, buyer, buyerEmail, totalMinor, approvalAboveMinor, expiresAt } = request
  const [approver, member] = await Promise.all([
    findAccount(trx, accountId),
    findMember(trx, accountId, store),
  ])
  if (approver === null || member?.company.id !== request.companyId) return null
  const link = publicUrl + companyPaths.requests(store)
  const company = member.company.name
  return {
    store,
    to: approver.email,
    kind: 'purchase-request',
    text: purchaseRequestMail(store, {
      buyer: buyer || (buyerEmail ?? ''),
      company,
      totalMinor,
      approvalAboveMinor,
      until: expiresAt,
      link,
    }),
  }
}

async function decision(
  trx: Kysely<DB>,
  { publicUrl, clock }: MailServices,
  id: number,
): Promise<CompanyMail | null> {
  const request = await findRequest(trx, id, clock())
  if (request === null || request.buyerEmail === null) return null
  const { store, buyerEmail: to, totalMinor, orderNumber: number, reason } = request
  const link = publicUrl + companyPaths.requests(store)
  return {
    store,
    to,
    kind: 'purchase-decision',
    text: purchaseDecisionMail(store, { totalMinor, number, reason, link }),
  }
}

async function verification(
  trx: Kysely<DB>,
  { publicUrl, clock }: MailServices,
  id: number,
): Promise<CompanyMail | null> {
  const issued = await issueVerificationToken(trx, id, clock())
  if (issued === null) return null
  const [company, people] = await Promise.all([
    findCompany(trx, issued.companyId),
    peopleOf(trx, issued.companyId),
  ])
  const person = people.find(({ role }) => role === 'admin')
  if (company === null || person === undefined) return null
  const { store, name, organisationNumber } = company
  return {
    store,
    to: issued.email,
    kind: 'company-verification',
    text: verificationMail(store, {
      company: name,
      number: organisationNumberText(organisationNumber, stores[store]),
      person: `${person.firstName} ${person.lastName}`.trim(),
      email: person.email,
      link: publicUrl + companyPaths.confirm(store, issued.token),
    }),
  }
}

async function invitation(
  trx: Kysely<DB>,
  { publicUrl, clock }: MailServices,
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
