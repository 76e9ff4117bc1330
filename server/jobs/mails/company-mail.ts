/**
 * The mails to the people of a company. The token of an invitation is generated here, so that the outbox holds none: an
 * attempt that fails half-way leaves a mail with an invalid link, and the next one sends another.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { companyPaths } from '../../../domain/companies/company-paths.ts'
import {
  findCompany,
  issueInvitationToken,
  peopleOf,
} from '../../../domain/companies/company-repository.server.ts'
import { issueVerificationToken } from '../../../domain/companies/company-verification-repository.server.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { organisationNumberText } from '../../../domain/stores/organisation-number.ts'
import { stores } from '../../../domain/stores/stores.ts'
import { invitationMail, verificationMail } from '../../../providers/mail/company-mail.ts'
import type {
  CompanyMail,
  CompanyMailMaker,
  CompanyMailMakers,
} from '../../../providers/mail/company-mails.ts'
import { mailTemplate, type MailServices } from '../../../providers/mail/mail-template.ts'
import { manifests } from '../../module-manifests.ts'

/** What the shop's own mails are about; modules bring theirs (`companyMails` of their manifests). */
const makers: Readonly<Record<string, CompanyMailMaker<never>>> = Object.assign(
  {
    invitation: {
      mail: invitation,
      samples: ({ store, link, words: { company } }) => ({
        'company-invitation': [invitationMail(store, { company, link })],
      }),
    },
    verification: {
      mail: verification,
      samples: ({ store, link, words: { company } }) => ({
        'company-verification': ['Anna Berg', ''].map((person) =>
          verificationMail(store, { company, number: '556016-0680', person, email: 'anna@example.se', link }),
        ),
      }),
    },
  } satisfies CompanyMailMakers<'invitation' | 'verification'>,
  ...[...manifests.values()].map(({ companyMails = {} }) => companyMails),
)

export const companyMail = mailTemplate<MailPayloads['company-mail']>({
  async mail(trx, services, data) {
    // What a module that was removed has left in the outbox is not sent.
    const mail = (await makers[data.about]?.mail(trx, services, data as never)) ?? null
    if (mail === null) return null
    const { text, ...others } = mail
    const receiver = 'accountId' in data ? `-${data.accountId}` : ''
    const name = `company-${data.about}-${data.id}${receiver}`
    return { name, ...others, ...text, date: new Date(services.clock()) }
  },
  samples: (data) => Object.assign({}, ...Object.values(makers).map(({ samples }) => samples(data))),
})

async function verification(
  trx: Kysely<DB>,
  { publicUrl, clock }: MailServices,
  { id }: { id: number },
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
  { id }: { id: number },
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
