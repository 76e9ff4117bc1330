/**
 * The names of the templates from which mails are made (decision 162). A template makes one kind of mail or a few that have
 * one cause; `server/jobs/mails/mail-templates.ts` is the registry.
 */
import { entriesOf, type DeclaredName } from '../../modules/modules.ts'
import { kernelMails, type TemplateDeclaration } from './kernel-mails.ts'

export type KernelTemplateName = keyof typeof kernelMails.mailTemplates

export type MailTemplateName = KernelTemplateName | DeclaredName<'mailTemplates'>

/** By name: those of the kernel, then those of modules. */
export const declaredTemplates: ReadonlyMap<MailTemplateName, TemplateDeclaration> = new Map<
  MailTemplateName,
  TemplateDeclaration
>([
  ...(Object.entries(kernelMails.mailTemplates) as [KernelTemplateName, TemplateDeclaration][]),
  ...entriesOf('mailTemplates'),
])

export const mailTemplateNames: readonly MailTemplateName[] = [...declaredTemplates.keys()]

const names: ReadonlySet<string> = new Set(mailTemplateNames)

export const isMailTemplate = (name: string): name is MailTemplateName => names.has(name)

/** With the pauses between them about three days. */
const mostAttempts = 864
/** What is in it is valid for an hour: a mail that is sent later is useless. */
const mostAttemptsOfShort = 20

/**
 * Templates whose mails are deleted an hour after they were given up: a person who did not get the link asks for another
 * one. Those of the others stay until staff send them again or dismiss them (decision 96).
 */
export const shortLivedTemplates: readonly MailTemplateName[] = mailTemplateNames.filter(
  (name) => declaredTemplates.get(name)?.isShortLived,
)

export const isShortLived = (template: string): boolean =>
  shortLivedTemplates.some((each) => each === template)

/** After how many attempts a mail of the template is given up. */
export const mostAttemptsOf = (template: string): number =>
  isShortLived(template) ? mostAttemptsOfShort : mostAttempts
