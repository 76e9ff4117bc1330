/**
 * Reads the subscribers of a newsletter, as Mailchimp, Klaviyo and others export them, or as a merchant lists them: an
 * email address and what proves the consent, which is a moment or a word. Article 7 of Regulation (EU) 2016/679 demands
 * the proof, so a bare list of addresses is none. Reports name no address.
 * https://mailchimp.com/help/view-export-contacts/
 */
import { z } from 'zod'
import { columnNamed, hasColumns, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import type { RowProblem } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import { normalizeEmail } from '../domain/stores/email.ts'
import type { Store } from '../domain/stores/stores.ts'
import { readConsent } from './consent-words.ts'
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
  /** The confirmation of a double opt-in counts for more than the sign-up. */
  at: [
    'CONFIRM_TIME',
    'Email Marketing Consent Timestamp',
    'Consent timestamp',
    'Confirmed at',
    'OPTIN_TIME',
    'Subscribed at',
    'Subscription date',
    'Opt-in date',
    'Signup date',
    'Anmäld',
    'Anmäld den',
    'Prenumererar sedan',
    'Påmeldt',
    'Tilmeldt',
    'Angemeldet am',
  ],
  consent: [
    'Email Marketing Consent',
    'Email permission status',
    'Consent',
    'Subscribed',
    'Newsletter',
    'Nyhetsbrev',
    'Nyhedsbrev',
    'Samtycke',
    'Samtykke',
    'Einwilligung',
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
} as const

/** Columns that only a list of subscribers has. A list of customers may have the others. */
const ofSubscribersOnly = [...columns.at, 'Email Marketing Consent', 'Email permission status']

const names = ['First name', 'Last name', 'Name', 'Förnamn', 'Namn', 'Fornavn', 'Navn', 'Vorname']

export const subscriberList: ShopTablePreset<SubscriberValues> = {
  name: 'subscriber-list',
  holds: 'subscribers',
  matches: (found) =>
    hasColumns(found, [...columns.email]) &&
    (hasColumns(found, ofSubscribersOnly) ||
      (hasColumns(found, [...columns.consent]) && !hasColumns(found, names))),
  unused: (found) => unreadColumns(found, Object.values(columns).flat()),
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
  const consentColumn = columnNamed(table.columns, columns.consent)
  const proof = consentColumn ?? columnNamed(table.columns, columns.at) ?? ''
  // A file may have several moments, of which those that are empty say nothing.
  const momentOf = (cells: readonly string[]): Date | null => {
    for (const name of columns.at) {
      const moment = readTime(cell(cells, name) ?? '', store)
      if (moment !== null) return moment
    }
    return null
  }
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const place = { row, line, bytes }
    const texts = fieldTexts({ ...columns, at: [] }, cell, cells)
    const read = refused
      ? { ok: false as const, problem: refused }
      : readFields(subscriberRow, { email: columns.email }, { email: texts.email })
    if (!read.ok) {
      yield { ...place, refused: withoutValue(read.problem) }
      continue
    }
    const { email } = read.values
    const acceptedAt = momentOf(cells)
    const said = consentColumn === undefined ? acceptedAt !== null : readConsent(texts.consent)
    if (texts.endedAt !== '' || said === false) {
      const noProof = texts.endedAt === '' && consentColumn === undefined
      yield noProof
        ? { ...place, refused: noConsent(proof) }
        : { ...place, values: { email, accepts: false, acceptedAt: null } }
    } else if (said === null) yield { ...place, refused: noConsent(proof) }
    else yield { ...place, values: { email, accepts: true, acceptedAt } }
  }
}

const noConsent = (column: string): RowProblem => ({ code: 'no_consent', column })
