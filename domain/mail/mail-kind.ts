/**
 * The kinds of mail the shop sends. Sent and failed mails are counted by kind, limits are set by kind
 * (mail-limits.ts), and a kind may belong to a topic that its recipient can refuse.
 */
import { entriesOf, namesOf, valuesOf, type DeclaredName, type OptInName } from '../../modules/modules.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'

/** Those of the kernel. A new one gets its limit in `mail-limits.ts` and its example in `npm run mails`. */
const kernelMailKinds = [
  'order-confirmation',
  'order-gift-cards',
  // To the buyer: the recipient has got the cards.
  'order-gift-card-sent',
  'order-held',
  'order-cancelled',
  'order-rejected',
  'order-expired',
  'order-refund',
  'order-shipped',
  'order-reminder',
  'order-payment-problem',
  'order-refund-problem',
  'order-return-registered',
  'order-return-received',
  'order-return-exchanged',
  'order-return-rejected',
  // Awaited goods come later than was announced to the buyer.
  'order-date-moved',
  // To a customer: the link to a checkout that staff filled in.
  'payment-link',
  'subscription-reminder',
  'subscription-payment_failed',
  'subscription-confirm_payment',
  'subscription-out_of_stock',
  'subscription-skipped',
  'subscription-not_ordered',
  'subscription-not_ordered_skipped',
  'subscription-paused',
  'subscription-ended',
  'subscription-cancelled',
  // For a declaration that matches an order, sent to the order's address.
  'withdrawal-receipt',
  // For a declaration that matches no order, sent to the address it contains.
  'withdrawal-notice',
  // To the address of a declaration: staff have rejected it, and why.
  'withdrawal-rejected',
  // For a cancellation without login that matches a subscription, sent to the subscription's address.
  'cancellation-receipt',
  // For one that matches none, sent to the address it contains.
  'cancellation-notice',
  'password-reset',
  'account-opening',
  'account-email-change',
  'account-notice',
  'company-invitation',
  // To a company: whether the customer who opened it acts for it.
  'company-verification',
  // To whom a gift card was given, with its code.
  'gift-card',
  // To staff: the link to sign in without a passkey, and changes to how they sign in.
  'staff-sign-in',
  'staff-notice',
] as const

export type KernelMailKind = (typeof kernelMailKinds)[number]

/** Notices about products that an address asks for and its owner confirms by mail. */
export type NoticeKind = DeclaredName<'notices'>

/** A mail that asks for the confirmation of a notice. */
export type NoticeConfirmation = `${NoticeKind}-confirmation`

export const noticeConfirmations: readonly NoticeConfirmation[] = [...entriesOf('notices').keys()].map(
  (kind) => `${kind}-confirmation` as const,
)

export type MailKind = KernelMailKind | DeclaredName<'mails'> | NoticeConfirmation

/** Every kind. */
export const mailKinds: readonly MailKind[] = [
  ...kernelMailKinds,
  ...entriesOf('mails').keys(),
  ...noticeConfirmations,
]

/** The kind of an order's mail, without the numbers: all refunds share one kind, and all shipments. */
export const mailKindOfOrder = (kind: OrderMailKind): MailKind => withoutNumbers(`order-${kind}`)

/** The kind of a subscription's mail (`SubscriptionMailKind`), without the number of the attempt. */
export const mailKindOfSubscription = (kind: string): MailKind => withoutNumbers(`subscription-${kind}`)

function withoutNumbers(name: string): MailKind {
  const plain = name.replace(/(?:-\d+)+$/, '')
  const kind = mailKinds.find((each) => each === plain)
  if (kind === undefined) throw new Error(`there is no mail kind ${plain}`)
  return kind
}

/**
 * What a recipient can refuse. All other mails are part of a contract, of the account's security, or asked
 * for a moment before.
 */
export const mailTopics = [...namesOf('optIns'), ...namesOf('mailTopics'), 'subscription-reminders'] as const
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

const topics: Partial<Record<MailKind, MailTopic | null>> = {
  ...valuesOf('mails', ({ topic }) => (topic === undefined ? null : knownTopic(topic))),
  // No law asks for it: a renewal never costs more than the price promised at the start (decision 67).
  'subscription-reminder': 'subscription-reminders',
}

/** The topic of a notice's mails: who refuses them has its requests deleted, who asks for one takes them again. */
export const noticeTopics: Readonly<Record<NoticeKind, MailTopic>> = valuesOf('notices', ({ topic }) =>
  knownTopic(topic),
)

/** The topic of a kind; null: it cannot be refused. */
export const topicOf = (kind: MailKind): MailTopic | null => topics[kind] ?? null
