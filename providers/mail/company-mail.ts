/** Mails to the people of a company. Names in them were checked to contain no address (`textProblem`). */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/** `link` is the absolute address with its token. */
export function invitationMail(
  store: StoreCode,
  { company, link }: { company: string; link: string },
): MailText {
  const said = textsOf(store).mails.company.invitation
  return plainMail(store, fill(said.subject, { company }), [
    fill(said.intro, { company }),
    { link, words: said.link },
    said.week,
    said.ignore,
  ])
}
