/**
 * Reads the subscribers of a newsletter, as Mailchimp, Klaviyo and others export them, or as a merchant lists them: an
 * email address and what proves the consent, which is a moment or a word. Article 7 of Regulation (EU) 2016/679 demands
 * the proof, so a bare list of addresses is none. Reports name no address.
 * https://mailchimp.com/help/view-export-contacts/
 */
import { z } from 'zod'
import { columnNamed, hasColumns, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import type { Table } from '../catalogue-import/table.ts'
import { normalizeEmail } from '../domain/stores/email.ts'
import type { Store } from '../domain/stores/stores.ts'
import { newsletterColumns, readConsent } from './consent-words.ts'
import { readTime } from './read-time.ts'
import {
  fieldTexts,
  readFields,
  withoutValue,
  type ShopTablePreset,
  type ShopTableRow,
} from './shop-table.ts'

export interface SubscriberValues {
  /** Normalised. */
  email: string
  accepts: boolean
  /** Null: the file does not say when. */
  acceptedAt: Date | null
}

/** When the subscription was confirmed. Where a file has one that is empty, it was not. */
const confirmed = ['CONFIRM_TIME', 'Confirmed at']

/** When it began. */
const began = [
  'OPTIN_TIME',
  'Email Marketing Consent Timestamp',
  'Consent timestamp',
  'Subscribed at',
  'Subscription date',
  'Opt-in date',
  'Opt-in time',
  'Signup date',
  'Prenumererar sedan',
  'Anmäld',
  'Anmäld den',
  'Påmeldt',
  'Tilmeldt',
  'Angemeldet am',
]

const columns = {
  email: [
    'Email',
    'Email address',
    'E-mail',
    'E-mail address',
    'E-post',
    'E-postadress',
    'E-postadresse',
    'E-mailadresse',
    'E-Mail-Adresse',
  ],
  consent: [
    'Email Marketing Consent',
    'Email permission status',
    'Consent',
    'Subscribed',
    'Samtycke',
    'Samtykke',
    'Einwilligung',
    ...newsletterColumns,
  ],
  /** That it was ended, or that mails came back. */
  endedAt: [
    'UNSUB_TIME',
    'CLEAN_TIME',
    'Unsubscribed at',
    'Avanmäld',
    'Avmeldt',
    'Frameldt',
    'Abgemeldet am',
  ],
  /** A word, of which only those that refuse are read. */
  state: ['Status', 'Subscription status', 'Subscriber status'],
} as const

/** Columns that only lists of subscribers have. A date of signing up may be that of an account, an event or an order. */
const ofSubscribersOnly = [
  'CONFIRM_TIME',
  'OPTIN_TIME',
  'UNSUB_TIME',
  'Email Marketing Consent',
  'Email Marketing Consent Timestamp',
  'Email permission status',
  'Consent timestamp',
  'Subscribed at',
  'Subscription date',
  'Opt-in date',
  'Opt-in time',
  'Prenumererar sedan',
]

const names = ['First name', 'Last name', 'Name', 'Förnamn', 'Namn', 'Fornavn', 'Navn', 'Vorname']

export const subscriberList: ShopTablePreset<SubscriberValues> = {
  name: 'subscriber-list',
  holds: 'subscribers',
  matches: (found) =>
    hasColumns(found, [...columns.email]) &&
    (hasColumns(found, ofSubscribersOnly) ||
      (hasColumns(found, [...columns.consent]) && !hasColumns(found, names))),
  unused: (found) => unreadColumns(found, [...Object.values(columns).flat(), ...confirmed, ...began]),
  read: readSubscribers,
}

const subscriberRow = z.object({
  email: z
    .string()
    .min(1, 'missing')
    .max(254, 'too_long')
    .transform(normalizeEmail)
    .pipe(z.string('bad_email')),
})

async function* readSubscribers(table: Table, store: Store): AsyncGenerator<ShopTableRow<SubscriberValues>> {
  const cell = namedCells(table.columns)
  const proof = proofColumn(table.columns)
  /** Addresses that a row has refused: no other row subscribes them. */
  const refusing = new Set<string>()
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const place = { row, line, bytes }
    const texts = fieldTexts({ email: columns.email }, cell, cells)
    const read = refused
      ? { ok: false as const, problem: refused }
      : readFields(subscriberRow, { email: columns.email }, texts)
    if (!read.ok) {
      yield { ...place, refused: withoutValue(read.problem) }
      continue
    }
    const { email } = read.values
    const said = consentOf((name) => cell(cells, name), store)
    if (said === 'refused') refusing.add(email)
    if (said === 'refused' || refusing.has(email))
      yield { ...place, values: { email, accepts: false, acceptedAt: null } }
    else if (said === 'unproven') yield { ...place, refused: { code: 'no_consent', column: proof } }
    else yield { ...place, values: { email, accepts: true, acceptedAt: said.at } }
  }
}

/** The column that a report of a missing proof names. */
const proofColumn = (found: readonly string[]): string =>
  [columns.consent, confirmed, began].flatMap((known) => columnNamed(found, known) ?? [])[0] ?? ''

/** What the cells of a row prove. Of several columns, one that refuses counts, and each that is there must agree. */
function consentOf(
  cell: (name: string) => string | undefined,
  store: Store,
): { at: Date | null } | 'refused' | 'unproven' {
  const textsOf = (known: readonly string[]) => known.flatMap((name) => cell(name)?.trim() ?? [])
  const words = textsOf(columns.consent).map(readConsent)
  const isEnded = textsOf(columns.endedAt).some((text) => text !== '')
  const isRefused = [...words, ...textsOf(columns.state).map(readConsent)].includes(false)
  if (isEnded || isRefused) return 'refused'
  const momentsOf = (known: readonly string[]) => textsOf(known).map((text) => readTime(text, store))
  const confirmations = momentsOf(confirmed)
  if (words.includes(null) || confirmations.includes(null)) return 'unproven'
  const at = [...confirmations, ...momentsOf(began)].find((moment) => moment !== null) ?? null
  return at === null && words.length === 0 ? 'unproven' : { at }
}
