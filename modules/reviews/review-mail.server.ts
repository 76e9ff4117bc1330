/** The mail that asks the buyer of a delivered order for reviews, once, and how to refuse such mails. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from '../../providers/mail/greeting.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

export interface ReviewMail {
  /** The buyer's first and last name. */
  name: string
  /** Names of the goods, each once. */
  products: readonly string[]
  /** Absolute address of the page where the reviews are written, with its token. */
  link: string
  /** Absolute address where the recipient chooses their mails. */
  preferencesUrl: string
}

export function reviewMail(store: StoreCode, { name, products, link, preferencesUrl }: ReviewMail): MailText {
  const said = textsOf(store).moduleMails.reviews.request
  const [first = ''] = products
  const subject = products.length === 1 ? fill(said.subjectOne, { name: first }) : said.subject
  return plainMail(store, subject, [
    greeting(store, name),
    said.intro,
    products.map((product) => `– ${product}`).join('\n'),
    { link, words: said.link },
    said.checked,
    said.once,
    { link: preferencesUrl, words: said.refuse },
  ])
}
