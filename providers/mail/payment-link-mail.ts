/** The mail to a customer for whom staff filled in a checkout. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/** `link`: the absolute address of the checkout. */
export function paymentLinkMail(store: StoreCode, link: string): MailText {
  const said = textsOf(store).mails.paymentLink
  const { brand } = stores[store]
  return plainMail(store, fill(said.subject, { brand }), [
    fill(said.intro, { brand }),
    { link, words: said.link },
    said.prices,
    said.ignore,
  ])
}
