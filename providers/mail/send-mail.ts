/**
 * The only place where a mail leaves the shop. Every kind has a limit per recipient and day; kinds of a topic
 * carry the headers of one-click unsubscription (RFC 8058) and are not sent to recipients who refused them.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { takeDailyMail, type MailGateServices } from '../../domain/mail/mail-gate.server.ts'
import { topicOf, type MailTopic } from '../../domain/mail/mail-kind.ts'
import { oneClickRecipient, wantsMail } from '../../domain/notifications/mail-preferences.server.ts'
import { mailPaths } from '../../domain/notifications/mail-paths.ts'
import { unsubscribeToken } from '../../domain/notifications/recipient-token.server.ts'
import { createPictureOriginals } from '../../domain/pictures/picture-originals.server.ts'
import { originalOf } from '../../domain/pictures/picture-source.ts'
import type { MailSender } from '../../domain/stores/store.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { logoContentId } from './mail-look.ts'
import type { Mail, MailAttachment, Mailer } from './mailer.ts'
import type { MailContent, ModuleMailServices, OwnMail } from './module-mails.ts'
import { plainMail, type Paragraph } from './plain-mail.ts'

export interface SendMailServices extends MailGateServices {
  mailer: Mailer
  publicUrl: string
  /** Other words of a module for a mail of ours; null, or absent: ours. */
  reword?: (services: ModuleMailServices, mail: OwnMail) => Promise<MailContent | null>
}

export type OutgoingMail = Omit<Mail, 'from' | 'headers'> & {
  store: StoreCode
  /** Number of the one order that it is about. */
  order?: string
  paragraphs?: readonly Paragraph[]
}

/** The recipient has had all mails of a kind that a day allows. The mail is sent when the day has ended. */
export class MailLimitReached extends Error {
  readonly code = 'recipient_limit'
  /** When the day ends. */
  readonly until: Date

  constructor(kind: string, until: Date) {
    super(`the day's limit of ${kind} mails to one recipient is reached`)
    this.until = until
  }
}

/**
 * Sends a mail in the transaction that records it. Its count is taken in that transaction, so that a mail
 * that fails is not counted. `messageId` null: the recipient refused the topic, and nothing was sent. Throws
 * `MailLimitReached`, and what the mail server answers.
 */
export async function sendMail(
  trx: Kysely<DB>,
  services: SendMailServices,
  outgoing: OutgoingMail,
): Promise<{ messageId: string | null }> {
  const { store, order: _order, paragraphs: _paragraphs, ...mail } = outgoing
  const { kind, to } = mail
  const topic = topicOf(kind)
  if (topic !== null && !(await wantsMail(trx, { store, email: to }, topic))) return { messageId: null }
  const until = await takeDailyMail(trx, services, { kind, recipient: to })
  if (until !== null) throw new MailLimitReached(kind, until)
  const content = { ...mail, ...(await reworded(trx, services, outgoing)) }
  const logo = await logoOf(trx, store, content.html)
  return services.mailer.send({
    ...content,
    ...(logo && { attachments: [...(content.attachments ?? []), logo] }),
    from: senderOf(store),
    ...(topic !== null && { headers: unsubscribeHeaders(services, { store, email: to, topic }) }),
  })
}

/** What a module says instead; nothing where none does. */
async function reworded(
  trx: Kysely<DB>,
  { reword, clock, publicUrl }: SendMailServices,
  { kind, store, order, subject, text, paragraphs, attachments = [] }: OutgoingMail,
): Promise<Partial<Mail>> {
  const simple = paragraphs?.map((part) =>
    typeof part === 'object' && 'rows' in part ? part.rows.map((row) => row.text).join('\n') : part,
  )
  const own: OwnMail = { kind, store, order: order ?? null, subject, text, paragraphs: simple ?? null }
  const content = await reword?.({ db: trx, clock, publicUrl }, own)
  if (!content) return {}
  const {
    subject: otherSubject,
    html,
    text: otherText,
  } = plainMail(store, content.subject, content.paragraphs)
  // Pictures are attached for the HTML that shows them.
  const others = attachments.filter(({ cid }) => cid === undefined)
  return { subject: otherSubject, html, text: otherText, attachments: others }
}

/** The store's logo, for a mail that shows it. */
async function logoOf(trx: Kysely<DB>, store: StoreCode, html: string): Promise<MailAttachment | null> {
  const sha256 = originalOf(storePolicies[store].pictures?.logo ?? '')
  if (sha256 === null || !html.includes(`cid:${logoContentId}`)) return null
  const content = await createPictureOriginals(trx).read(sha256)
  return content && { filename: 'logo.png', contentType: 'image/png', content, cid: logoContentId }
}

function senderOf(store: StoreCode): MailSender {
  const { mailSender, company } = storePolicies[store]
  return mailSender ?? { name: stores[store].brand, address: company.email }
}

/** Where a recipient chooses their mails, for the link in a mail that can be refused. */
export function preferencesUrl(
  { keys, publicUrl }: SendMailServices,
  { store, email }: { store: StoreCode; email: string },
): string {
  return publicUrl + mailPaths.preferences(store, email, unsubscribeToken(keys, store, email))
}

/** The headers by which mail programs show their own button. A DKIM signature must cover both (dkim.ts). */
function unsubscribeHeaders(
  { keys, publicUrl }: SendMailServices,
  { store, email, topic }: { store: StoreCode; email: string; topic: MailTopic },
): Record<string, string> {
  const recipient = oneClickRecipient(email, unsubscribeToken(keys, store, email))
  return {
    'List-Unsubscribe': `<${publicUrl}${mailPaths.oneClick(store, topic, recipient)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
