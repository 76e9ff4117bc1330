/** The back-in-stock mail. It is sent once per request (CARD-11). */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

/** `url`: the product's page; `preferencesUrl`: where the recipient chooses their mails. Both absolute. */
export function stockMail(
  store: StoreCode,
  product: { name: string; url: string },
  preferencesUrl: string,
): MailText {
  const said = textsOf(store).moduleMails['back-in-stock'].notice
  const { name, url } = product
  return plainMail(store, fill(said.subject, { name }), [
    fill(said.back, { name }),
    said.hurry,
    { link: url, words: name },
    said.once,
    { link: preferencesUrl, words: textsOf(store).mails.preferences },
  ])
}
