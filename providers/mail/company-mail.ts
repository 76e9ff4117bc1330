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

/** To a company: whether the person who opened it acts for it. */
export function verificationMail(
  store: StoreCode,
  { person, ...asked }: { company: string; number: string; person: string; email: string; link: string },
): MailText {
  const said = textsOf(store).mails.company.verification
  const { company, number, email, link } = asked
  const who = person === '' ? email : person
  return plainMail(store, fill(said.subject, { person: who, company }), [
    fill(said.intro, { person: person === '' ? email : `${person} (${email})`, company, number }),
    { link, words: said.link },
    said.week,
    said.ignore,
  ])
}
