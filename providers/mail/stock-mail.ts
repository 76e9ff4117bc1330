/** The mail that keeps the promise made to who asked: the product can be bought again. It is the only one (CARD-11). */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/** `url`: the product's page. */
export function stockMail(store: StoreCode, product: { name: string; url: string }): MailText {
  const said = textsOf(store).mails.stock
  const { name, url } = product
  return plainMail(store, fill(said.subject, { name }), [
    fill(said.back, { name }),
    said.hurry,
    { link: url, words: name },
    said.once,
    stores[store].brand,
  ])
}
