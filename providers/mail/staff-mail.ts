/** Mails to staff, in the language of the person: the link to sign in without a passkey, and notices. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { StaffNotice } from '../../domain/jobs/job-queue.ts'
import type { StaffLanguage } from '../../domain/staff/staff.ts'
import { defaultStoreCode, isStoreCode, stores, type StoreCode } from '../../domain/stores/stores.ts'
import danish from '../../locales/da/staff-mails.json' with { type: 'json' }
import german from '../../locales/de/staff-mails.json' with { type: 'json' }
import english from '../../locales/en/staff-mails.json' with { type: 'json' }
import norwegian from '../../locales/no/staff-mails.json' with { type: 'json' }
import swedish from '../../locales/sv/staff-mails.json' with { type: 'json' }
import { plainMail, type MailText } from './plain-mail.ts'

type StaffMailTexts = typeof english

const translations: Partial<Record<StaffLanguage, StaffMailTexts>> = {
  sv: swedish,
  no: norwegian,
  da: danish,
  de: german,
}

/** English where the language of a new store has no translation yet. */
const textsIn = (language: StaffLanguage): StaffMailTexts => translations[language] ?? english

/** The store whose company sends and signs the mail. */
export function storeOfStaffMail(language: StaffLanguage): StoreCode {
  return isStoreCode(language) ? language : defaultStoreCode
}

/** By which numbers and dates of the mail are written. */
export const isoOf = (language: StaffLanguage): string =>
  isStoreCode(language) ? stores[language].iso : 'en-GB'

/** `link` is the absolute address with its token. */
export function staffSignInMail(language: StaffLanguage, link: string): MailText {
  const said = textsIn(language).sign_in
  return plainMail(
    storeOfStaffMail(language),
    said.subject,
    [said.intro, { link, words: said.link }, said.code, said.ignore],
    isoOf(language),
  )
}

/** `link` opens the person's page about signing in. */
export function staffNoticeMail(
  language: StaffLanguage,
  event: StaffNotice,
  { at, link }: { at: Date; link: string },
): MailText {
  const said = textsIn(language).notice
  const iso = isoOf(language)
  const store = storeOfStaffMail(language)
  const { timeZone } = stores[store]
  const time = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
  return plainMail(
    store,
    said.subject[event],
    [fill(said.text[event], { time }), said.you, { link, words: said.link }, said.not_you],
    iso,
  )
}
