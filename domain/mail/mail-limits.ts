/**
 * Limits on mails. Those that visitors can cause: per kind and recipient, per kind and network, and over all
 * kinds; a network is shared by many people (offices, mobile networks), so its limits are higher. All mails:
 * per kind, recipient and day.
 */
import type { ModuleDeclarations } from '../../modules/declarations.ts'
import { entriesOf, type DeclaredName } from '../../modules/modules.ts'
import { kernelMails } from './kernel-mails.ts'
import { declaredMails, noticeConfirmations, type MailKind, type NoticeConfirmation } from './mail-kind.ts'

/** Kinds that a visitor causes. */
export type LimitedMailKind =
  | keyof typeof kernelMails.visitorMails
  | DeclaredName<'visitorMails'>
  | NoticeConfirmation

type VisitorMail = NonNullable<ModuleDeclarations['visitorMails']>[string]

export interface MailLimit {
  /** Most mails within the window. */
  mails: number
  /** Length of the window, which starts with the first mail. */
  windowMs: number
}

export interface MailLimits {
  perKind: Record<LimitedMailKind, { recipient: MailLimit; network: MailLimit }>
  /**
   * Most mails of a kind to one recipient a day. What a fault of the shop could repeat stays within it, and no
   * customer of ordinary habits reaches it. A mail above it waits for the next day.
   */
  daily: Record<MailKind, number>
  /** Mails of all kinds to one unconfirmed address. */
  unproven: MailLimit
  /** Mails of all kinds that one network causes. */
  network: MailLimit
}

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** What an address asks for and its owner has to confirm. */
const noticeAsked: VisitorMail = {
  recipient: { mails: 5, windowMs: dayMs },
  network: { mails: 20, windowMs: hourMs },
  isUnproven: true,
}

const visitorMails: ReadonlyMap<LimitedMailKind, VisitorMail> = new Map<LimitedMailKind, VisitorMail>([
  ...(Object.entries(kernelMails.visitorMails) as [keyof typeof kernelMails.visitorMails, VisitorMail][]),
  ...entriesOf('visitorMails'),
  ...noticeConfirmations.map((kind) => [kind, noticeAsked] as const),
])

export const limitedMailKinds: readonly LimitedMailKind[] = [...visitorMails.keys()]

export const mailLimits: MailLimits = {
  daily: Object.fromEntries([...declaredMails].map(([kind, { daily }]) => [kind, daily])) as Record<
    MailKind,
    number
  >,
  perKind: Object.fromEntries(visitorMails) as MailLimits['perKind'],
  unproven: { mails: 8, windowMs: dayMs },
  network: { mails: 300, windowMs: hourMs },
}

/** Kinds whose recipient is any address a visitor types. */
export const unprovenKinds: ReadonlySet<LimitedMailKind> = new Set(
  limitedMailKinds.filter((kind) => visitorMails.get(kind)?.isUnproven),
)
