/**
 * The names of the templates from which mails are made (decision 162). A template makes one kind of mail or a few that have
 * one cause; `server/jobs/mails/mail-templates.ts` is the registry.
 */
import { entriesOf, type DeclaredName } from '../../modules/modules.ts'
import type { MailPayloads } from '../jobs/job-queue.ts'

const kernelTemplates = [
  'order-mail',
  'withdrawal-mail',
  'cancellation-mail',
  'confirmation-mail',
  'account-mail',
  'company-mail',
  'payment-link-mail',
  'subscription-mail',
  'staff-mail',
  'gift-card-mail',
  'reset-mail',
] as const satisfies readonly (keyof MailPayloads)[]

export type MailTemplateName = (typeof kernelTemplates)[number] | DeclaredName<'mailTemplates'>

export const mailTemplateNames: readonly MailTemplateName[] = [
  ...kernelTemplates,
  ...entriesOf('mailTemplates').keys(),
]

const names: ReadonlySet<string> = new Set(mailTemplateNames)

export const isMailTemplate = (name: string): name is MailTemplateName => names.has(name)

/** With the pauses between them about three days. */
const mostAttempts = 864
/** The link in it is valid for an hour: a mail that is sent later is useless. */
const mostAttemptsOfShort = 20

/**
 * Templates whose mails are deleted an hour after they were given up: a person who did not get the link asks for another
 * one. Those of the others stay until staff send them again or dismiss them (decision 96).
 */
export const shortLivedTemplates: readonly MailTemplateName[] = ['reset-mail']

export const isShortLived = (template: string): boolean =>
  shortLivedTemplates.some((each) => each === template)

/** After how many attempts a mail of the template is given up. */
export const mostAttemptsOf = (template: string): number =>
  isShortLived(template) ? mostAttemptsOfShort : mostAttempts
