/** The registry of templates: every mail that is owed is made by the template of its name. */
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import type { KernelTemplateName } from '../../../domain/mail/mail-templates.ts'
import type { MailTemplate } from '../../../providers/mail/mail-template.ts'
import { manifests } from '../../module-manifests.ts'
import type { JobsOptions } from '../jobs-options.ts'
import { accountMail } from './account-mail.ts'
import { companyMail } from './company-mail.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { giftCardMail } from './gift-card-mail.ts'
import { templatesOfModules } from './module-mails.ts'
import { orderMail } from './order-mail.ts'
import { paymentLinkMail } from './payment-link-mail.ts'
import { resetMail } from './reset-mail.ts'
import { staffMail } from './staff-mail.ts'

type KernelTemplates = {
  readonly [Name in KernelTemplateName]: MailTemplate<MailPayloads[Name], JobsOptions, never>
}

const ofKernel: KernelTemplates = {
  'order-mail': orderMail,
  'reset-mail': resetMail,
  'confirmation-mail': confirmationMail,
  'account-mail': accountMail,
  'company-mail': companyMail,
  'payment-link-mail': paymentLinkMail,
  'staff-mail': staffMail,
  'gift-card-mail': giftCardMail,
}

/** What is in the outbox was written with the data of its template. */
export type AnyTemplate = MailTemplate<unknown, JobsOptions, never>

/** By name. */
export const mailTemplates: ReadonlyMap<string, AnyTemplate> = new Map<string, AnyTemplate>([
  ...(Object.entries(ofKernel) as [string, AnyTemplate][]),
  ...[...manifests.values()].flatMap(
    ({ mailTemplates: ofModule = {} }) => Object.entries(ofModule) as unknown as [string, AnyTemplate][],
  ),
  ...(templatesOfModules(manifests) as unknown as [string, AnyTemplate][]),
])
