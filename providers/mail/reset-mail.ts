/** The password-reset mail. It contains no name: the recipient knows whose account it is. */
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/** `link` is the absolute address with its token. */
export function resetMail(store: StoreCode, link: string): MailText {
  const said = textsOf(store).mails.reset
  return plainMail(store, said.subject, [said.intro, { link, words: said.link }, said.hour, said.ignore])
}
