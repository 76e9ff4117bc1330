/** Several order confirmations in one mail, each with its whole content (CRD Art. 8 (7)). */
import { fillMessage } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

export function collectedMail(store: StoreCode, mails: readonly Pick<MailText, 'text'>[]): MailText {
  const { subject, intro } = textsOf(store).mails.collected
  const parts = mails.flatMap(({ text }) => ['————————————————', text.trim()])
  return plainMail(store, fillMessage(subject, { count: mails.length }), [intro, ...parts])
}
