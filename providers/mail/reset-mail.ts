/** The mail with the way to a new password. It names nobody: whoever reads it knows whose it is. */
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/** `link` is the whole address with its token. */
export function resetMail(store: StoreCode, link: string): MailText {
  const said = textsOf(store).mails.reset
  return plainMail(store, said.subject, [said.intro, { link, words: said.link }, said.hour, said.ignore])
}
