/** The mails about a message of the contact form: to the shop with its content; the receipt and the answer to its sender. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { ContactMessage } from './contact-message.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from '../../providers/mail/greeting.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

export interface ReceivedContactMessage extends ContactMessage {
  store: StoreCode
  reference: string
  receivedAt: Date
}

const momentOf = ({ store, receivedAt }: Pick<ReceivedContactMessage, 'store' | 'receivedAt'>): string => {
  const { iso, timeZone } = stores[store]
  return new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(receivedAt)
}

/** To the shop, in the store's language; the photos are attached, and a reply goes to the sender. */
export function contactMail(message: ReceivedContactMessage): MailText {
  const { store, reference, topic, name, email, orderNumber } = message
  const texts = textsOf(store).moduleMails.contact
  const facts = [
    `${texts.topic}: ${texts.topics[topic]}`,
    `${texts.name}: ${name}`,
    `${texts.email}: ${email}`,
    ...(orderNumber === '' ? [] : [`${texts.order_number}: ${orderNumber}`]),
    `${texts.received}: ${momentOf(message)}`,
  ]
  return plainMail(store, fill(texts.subject, { reference, topic: texts.topics[topic] }), [
    facts.join('\n'),
    message.message,
    texts.reply,
  ])
}

/** What staff answer, to the sender. It names the message by its time and reference, and repeats nothing of it. */
export function contactAnswerMail(
  message: Pick<ReceivedContactMessage, 'store' | 'reference' | 'topic' | 'name' | 'receivedAt'>,
  answer: string,
): MailText {
  const { store, reference, topic, name } = message
  const texts = textsOf(store).moduleMails.contact
  return plainMail(store, fill(texts.answer_subject, { reference, topic: texts.topics[topic] }), [
    greeting(store, name),
    // A sentence of its own goes on after the greeting: in German it begins in lower case, as no text of staff does.
    fill(texts.answer_about, { moment: momentOf(message), reference }),
    answer,
  ])
}

/** To an address that is an unverified input: it repeats nothing that was typed (decision 27). */
export function contactReceiptMail(message: ReceivedContactMessage): MailText {
  const { store, reference } = message
  const texts = textsOf(store).moduleMails.contact
  return plainMail(store, fill(texts.receipt_subject, { reference }), [
    greeting(store, ''),
    fill(texts.receipt, { moment: momentOf(message), reference }),
    fill(texts.receipt_not_you, { email: storePolicies[store].company.email }),
  ])
}
