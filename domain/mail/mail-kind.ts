/**
 * The kinds of mail the shop sends: those that the kernel and modules declare. Sent and failed mails are counted by kind,
 * limits are set by kind (mail-limits.ts), and a kind may belong to a topic that its recipient can refuse.
 */
import type { ModuleDeclarations } from '../../modules/declarations.ts'
import { entriesOf, namesOf, valuesOf, type DeclaredName, type OptInName } from '../../modules/modules.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'
import { kernelMails } from './kernel-mails.ts'

/** Those of the kernel. */
export type KernelMailKind = keyof typeof kernelMails.mails

/** Notices about products that an address asks for and its owner confirms by mail. */
export type NoticeKind = DeclaredName<'notices'>

/** A mail that asks for the confirmation of a notice. */
export type NoticeConfirmation = `${NoticeKind}-confirmation`

export const noticeConfirmations: readonly NoticeConfirmation[] = [...entriesOf('notices').keys()].map(
  (kind) => `${kind}-confirmation` as const,
)

export type MailKind = KernelMailKind | DeclaredName<'mails'> | NoticeConfirmation

type MailDeclaration = NonNullable<ModuleDeclarations['mails']>[string]

/** What is declared of every kind. */
export const declaredMails: ReadonlyMap<MailKind, MailDeclaration> = new Map<MailKind, MailDeclaration>([
  ...(Object.entries(kernelMails.mails) as [KernelMailKind, MailDeclaration][]),
  ...entriesOf('mails'),
  ...noticeConfirmations.map((kind) => [kind, { daily: 8 }] as const),
])

/** Every kind. */
export const mailKinds: readonly MailKind[] = [...declaredMails.keys()]

/** The kind of an order's mail, without the numbers: all refunds share one kind, and all shipments. */
export const mailKindOfOrder = (kind: OrderMailKind): MailKind => withoutNumbers(`order-${kind}`)

/** The kind of a mail whose name has numbers at its end, as that of an attempt. */
export function withoutNumbers(name: string): MailKind {
  const plain = name.replace(/(?:-\d+)+$/, '')
  const kind = mailKinds.find((each) => each === plain)
  if (kind === undefined) throw new Error(`there is no mail kind ${plain}`)
  return kind
}

/**
 * What a recipient can refuse. All other mails are part of a contract, of the account's security, or asked
 * for a moment before.
 */
export const mailTopics = [...namesOf('optIns'), ...namesOf('mailTopics')] as const
export type MailTopic = (typeof mailTopics)[number]

const optInNames: readonly OptInName[] = namesOf('optIns')

/** Whether an address gets the mails of a topic only once its owner has confirmed. */
export const isOptIn = (name: string): name is OptInName => optInNames.some((each) => each === name)

/** A mistyped topic would send mails to those who refuse them. */
function knownTopic(topic: string): MailTopic {
  const known = mailTopics.find((each) => each === topic)
  if (known === undefined) throw new Error(`there is no topic ${topic} of mails`)
  return known
}

const topics: ReadonlyMap<MailKind, MailTopic> = new Map(
  [...declaredMails].flatMap(([kind, { topic }]) =>
    topic === undefined ? [] : [[kind, knownTopic(topic)] as const],
  ),
)

/** The topic of a notice's mails: who refuses them has its requests deleted, who asks for one takes them again. */
export const noticeTopics: Readonly<Record<NoticeKind, MailTopic>> = valuesOf('notices', ({ topic }) =>
  knownTopic(topic),
)

/** The topic of a kind; null: it cannot be refused. */
export const topicOf = (kind: MailKind): MailTopic | null => topics.get(kind) ?? null
