/** What makes the mails to the people of a company (the template `company-mail`), by what they are about. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CompanyMails } from '../../domain/jobs/job-queue.ts'
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { MailSamples, SampleData } from './mail-sample.ts'
import type { MailServices } from './mail-template.ts'
import type { MailText } from './plain-mail.ts'

export interface CompanyMail {
  store: StoreCode
  to: string
  kind: MailKind
  text: MailText
}

/** Makes a mail in the transaction that records it; null where its cause is over. */
export type MakeCompanyMail<Data> = (
  trx: Kysely<DB>,
  services: MailServices,
  data: Data,
) => Promise<CompanyMail | null>

export interface CompanyMailMaker<Data> {
  mail: MakeCompanyMail<Data>
  /** Samples of the kind that it makes. */
  samples: (data: SampleData) => MailSamples
}

/** By what they are about. */
export type CompanyMailMakers<About extends keyof CompanyMails = keyof CompanyMails> = {
  readonly [Each in About]: CompanyMailMaker<CompanyMails[Each]>
}
