/**
 * The mail that asks the owner of an address to confirm a request made with it (double opt-in). It contains
 * nothing that the requester typed, and it is the only mail to the address unless its owner confirms.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { NoticeKind } from '../../domain/mail/mail-kind.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { OptInName } from '../../modules/modules.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/** `about`: what is asked for, of a notice with the name of its product. `link`: the absolute address with its token. */
export function confirmationMail(
  store: StoreCode,
  about: { purpose: Purpose; name?: string },
  link: string,
): MailText {
  const said = textsOf(store).mails.confirmation
  const filled = { product: about.name ?? '' }
  const { subject, intro } = purposeTexts(store, about.purpose)
  return plainMail(store, fill(subject, filled), [
    fill(intro, filled),
    { link, words: said.link },
    said.days,
    said.ignore,
  ])
}

type Purpose = NoticeKind | OptInName

interface PurposeTexts {
  subject: string
  intro: string
}

/** Texts about what is asked for: `confirmations` of its module's mails. */
function purposeTexts(store: StoreCode, kind: Purpose): PurposeTexts {
  const { moduleMails } = textsOf(store)
  const ofModules: { confirmations?: Partial<Record<Purpose, PurposeTexts>> }[] = Object.values(moduleMails)
  const own = ofModules.map(({ confirmations }) => confirmations?.[kind]).find((texts) => texts !== undefined)
  if (own === undefined) throw new Error(`no module has the texts of ${kind}-confirmation`)
  return own
}
