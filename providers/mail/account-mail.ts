/**
 * Mails about an account: the link that opens it, the links that confirm another address, and notices of
 * changes to how the customer signs in. None contains a name or anything that was typed.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { AccountNotice } from '../../domain/jobs/job-queue.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { plainMail, type MailText } from './plain-mail.ts'

/** `link` is the absolute address with its token. */
export function openingMail(store: StoreCode, link: string): MailText {
  const said = textsOf(store).mails.account.opening
  return plainMail(store, said.subject, [said.intro, { link, words: said.link }, said.day, said.ignore])
}

/** To an address that has an account already. `link` opens the login. */
export function accountExistsMail(store: StoreCode, link: string): MailText {
  const said = textsOf(store).mails.account.exists
  return plainMail(store, said.subject, [said.intro, { link, words: said.link }, said.password, said.ignore])
}

/** `side`: whether it goes to the former or to the new address. */
export function emailChangeMail(store: StoreCode, side: 'old' | 'new', link: string): MailText {
  const said = textsOf(store).mails.account.emailChange
  const intro = side === 'old' ? said.old : said.new
  const ignore = side === 'old' ? said.ignoreOld : said.ignoreNew
  return plainMail(store, said.subject, [intro, { link, words: said.link }, said.both, ignore])
}

/**
 * `link` opens the account's page about signing in. `toFormer`: the mail goes to the address that the account no longer
 * has; there a new password cannot be requested any more.
 */
export function accountNoticeMail(
  store: StoreCode,
  event: AccountNotice | 'email-changed',
  { at, link, toFormer = false }: { at: Date; link: string; toFormer?: boolean },
): MailText {
  const said = textsOf(store).mails.account.notice
  const time = new Intl.DateTimeFormat(stores[store].iso, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: stores[store].timeZone,
  }).format(at)
  return plainMail(store, said.subject[event], [
    fill(said.text[event], { time }),
    said.you,
    { link, words: said.link },
    toFormer ? fill(said.notYouAddress, { phone: stores[store].phoneNumber }) : said.notYou,
  ])
}
