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
import { unsubscribeToken } from '../../domain/notifications/newsletter-repository.server.ts'
import type { MailSender } from '../../domain/stores/store.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { Mail, Mailer } from './mailer.ts'

export interface SendMailServices extends MailGateServices {
  mailer: Mailer
  publicUrl: string
}

export type OutgoingMail = Omit<Mail, 'from' | 'headers'> & { store: StoreCode }

/** The recipient has had all mails of a kind that a day allows. The job fails and is tried again later. */
export class MailLimitReached extends Error {
  readonly code = 'recipient_limit'
}

/**
 * Sends a mail in the transaction that records it. Its count is taken in that transaction, so that a mail
 * that fails is not counted. `messageId` null: the recipient refused the topic, and nothing was sent. Throws
 * `MailLimitReached`, and what the mail server answers.
 */
export async function sendMail(
  trx: Kysely<DB>,
  services: SendMailServices,
  { store, ...mail }: OutgoingMail,
): Promise<{ messageId: string | null }> {
  const { kind, to } = mail
  const topic = topicOf(kind)
  if (topic !== null && !(await wantsMail(trx, { store, email: to }, topic))) return { messageId: null }
  if (!(await takeDailyMail(trx, services, { kind, recipient: to })))
    throw new MailLimitReached(`the day's limit of ${kind} mails to one recipient is reached`)
  return services.mailer.send({
    ...mail,
    from: senderOf(store),
    ...(topic !== null && { headers: unsubscribeHeaders(services, { store, email: to, topic }) }),
  })
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
