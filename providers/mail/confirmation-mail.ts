/**
 * The mail that asks the owner of an address to confirm a request made with it (double opt-in). It contains
 * nothing that the requester typed, and it is the only mail to the address unless its owner confirms.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/**
 * `notice`: what is asked for and the name of its product; null: the newsletter. `link` is the absolute address with
 * its token.
 */
export function confirmationMail(
  store: StoreCode,
  notice: { purpose: 'stock' | 'price'; name: string } | null,
  link: string,
): MailText {
  const said = textsOf(store).mails.confirmation
  const filled = { product: notice?.name ?? '' }
  const subject = notice ? fill(said[`${notice.purpose}Subject`], filled) : said.newsletterSubject
  const intro = notice ? fill(said[notice.purpose], filled) : said.newsletter
  return plainMail(store, subject, [intro, { link, words: said.link }, said.days, said.ignore])
}
