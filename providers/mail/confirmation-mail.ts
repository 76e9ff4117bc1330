/**
 * The mail that asks the owner of an address to confirm a request made with it (double opt-in). It contains
 * nothing that the requester typed, and it is the only mail to the address unless its owner confirms.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { NoticeKind } from '../../domain/mail/mail-kind.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/**
 * `notice`: what is asked for and the name of its product; null: the newsletter. `link` is the absolute address with
 * its token.
 */
export function confirmationMail(
  store: StoreCode,
  notice: { purpose: NoticeKind; name: string } | null,
  link: string,
): MailText {
  const said = textsOf(store).mails.confirmation
  const filled = { product: notice?.name ?? '' }
  const { subject, intro } =
    notice === null
      ? { subject: said.newsletterSubject, intro: said.newsletter }
      : noticeTexts(store, notice.purpose)
  return plainMail(store, fill(subject, filled), [
    fill(intro, filled),
    { link, words: said.link },
    said.days,
    said.ignore,
  ])
}

interface NoticeTexts {
  subject: string
  intro: string
}

/** Texts about a kind of notice: `confirmations` of its module's mails. */
function noticeTexts(store: StoreCode, kind: NoticeKind): NoticeTexts {
  const { moduleMails } = textsOf(store)
  const ofModules: { confirmations?: Partial<Record<NoticeKind, NoticeTexts>> }[] = Object.values(moduleMails)
  const own = ofModules.map(({ confirmations }) => confirmations?.[kind]).find((texts) => texts !== undefined)
  if (own === undefined) throw new Error(`no module has the texts of ${kind}-confirmation`)
  return own
}
