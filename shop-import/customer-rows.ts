/**
 * Makes customers of the rows of a table. What this shop cannot hold is left out and reported by its column; reports never
 * name the values, which are personal data and are kept with a job.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { z } from 'zod'
import { namedCells } from '../catalogue-import/named-cells.ts'
import type { RowProblem } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import type { SavedAddress } from '../domain/accounts/address-book.ts'
import { isFormerHash } from '../domain/accounts/former-password.ts'
import { isPhone, textProblem, type ContactField } from '../domain/accounts/contact-fields.server.ts'
import type { ImportedCustomer } from '../domain/accounts/import-customer.server.ts'
import { normalizeEmail } from '../domain/stores/email.ts'
import { normalizePostalCode } from '../domain/stores/postal-code.ts'
import type { Store } from '../domain/stores/stores.ts'
import { readConsent } from './consent-words.ts'
import { countryCode } from './country-code.ts'
import { readTime } from './read-time.ts'
import { fieldTexts, readFields, withoutValue, type FieldColumns, type ShopTableRow } from './shop-table.ts'

const addressParts = [
  'FirstName',
  'LastName',
  'Company',
  'Street',
  'Street2',
  'PostalCode',
  'City',
  'Country',
] as const
type AddressPart = (typeof addressParts)[number]

/** `own…`: the address of the customer, `delivery…`: another one for goods. */
type CustomerField =
  | 'id'
  | 'email'
  | 'firstName'
  | 'lastName'
  /** Instead of both. */
  | 'fullName'
  | 'phone'
  | 'ownPhone'
  | `own${AddressPart}`
  | `delivery${AddressPart}`
  | 'consent'
  | 'consentAt'
  /** As the former shop hashed it. */
  | 'passwordHash'

/** The columns of a system by field; [] for what it does not have. */
export type CustomerColumns = FieldColumns<CustomerField>

export interface CustomerValues extends ImportedCustomer {
  /** The column that says whether the newsletter is accepted. */
  consentColumn: string
  /** Where the customer lives, by the address or the phone number, ISO 3166-1 alpha-2; null: unknown. */
  countryCode: string | null
}

const customerRow = z.object({
  email: z
    .string()
    .min(1, 'missing')
    .max(254, 'too_long')
    .transform(normalizeEmail)
    .pipe(z.string('bad_email')),
  consent: z.string().transform(readConsent),
})

/** What a file has said of an address so far. */
interface Said {
  row: number
  refuses: boolean
}

/** Customers in the order of the rows. An address that has said no in a row is not subscribed by another one. */
export async function* readCustomers(
  columns: CustomerColumns,
  table: Table,
  store: Store,
): AsyncGenerator<ShopTableRow<CustomerValues>> {
  const cell = namedCells(table.columns)
  const said = new Map<string, Said>()
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const texts = fieldTexts(columns, cell, cells)
    const place = { row, line, bytes, ...(texts.id !== '' && { id: texts.id }) }
    if (refused) {
      yield { ...place, refused: withoutValue(refused) }
      continue
    }
    const read = readFields(customerRow, columns, texts)
    if (!read.ok) {
      yield { ...place, refused: withoutValue(read.problem) }
      continue
    }
    const { email, consent } = read.values
    const problems: RowProblem[] = []
    const earlier = said.get(email)
    if (earlier)
      problems.push({
        code: 'same_address',
        column: columns.email[0]!,
        detail: { code: 'earlier_row', values: { row: earlier.row } },
      })
    const refuses = consent === false || earlier?.refuses === true
    said.set(email, { row: earlier?.row ?? row, refuses })
    const reading = { texts, columns, store, problems }
    const own = ownAddress(reading)
    const values: CustomerValues = {
      email,
      profile: { ...own, phone: phoneOf(reading) },
      delivery: deliveryAddress(reading, own),
      acceptsNewsletter: refuses ? false : consent,
      acceptedAt: consent === true ? readTime(texts.consentAt, store) : null,
      formerPasswordHash: passwordHashOf(reading),
      consentColumn: columns.consent[0] ?? '',
      countryCode: countryOf(texts),
    }
    yield { ...place, values, ...(problems.length > 0 && { repaired: problems }) }
  }
}

/** A number without a prefix is of no known country. */
function countryOf({
  ownCountry,
  phone,
  ownPhone,
}: Pick<Record<CustomerField, string>, 'ownCountry' | 'phone' | 'ownPhone'>): string | null {
  const code = countryCode(ownCountry)
  if (code !== null) return code
  const number = (phone || ownPhone).slice(0, 40).replace(/^00/, '+')
  return parsePhoneNumberFromString(number)?.country ?? null
}

interface Reading {
  texts: Record<CustomerField, string>
  columns: CustomerColumns
  store: Store
  problems: RowProblem[]
}

/** The text of a field as this shop stores it; '' where it cannot. */
function checked(
  field: CustomerField,
  text: string,
  as: ContactField,
  { columns, store, problems }: Reading,
): string {
  if (text === '') return ''
  const stored = textProblem(as, text) === null ? storedText(text, as, store) : null
  if (stored === null) problems.push({ code: 'field_left_out', column: columns[field][0]! })
  return stored ?? ''
}

function storedText(text: string, as: ContactField, store: Store): string | null {
  if (as === 'phone') return isPhone(text, store) ? text : null
  return as === 'postalCode' ? normalizePostalCode(withoutCountry(text, store), store) : text
}

/** `SE-411 03`, `S-411 03` → `411 03`: the code of the country before it, or its letter. */
function withoutCountry(postalCode: string, { countryCode: code }: Store): string {
  const prefix = new RegExp(`^(?:${code}|${code.slice(0, 1)})\\s*[-–]?\\s*(?=\\d)`, 'i')
  return postalCode.replace(prefix, '')
}

/** A password that is not hashed, or by another system, is left out. */
function passwordHashOf({ texts: { passwordHash }, columns, problems }: Reading): string | null {
  if (passwordHash === '') return null
  if (isFormerHash(passwordHash)) return passwordHash
  problems.push({ code: 'field_left_out', column: columns.passwordHash[0]! })
  return null
}

function phoneOf(reading: Reading): string {
  const field = reading.texts.phone === '' ? 'ownPhone' : 'phone'
  return checked(field, reading.texts[field], 'phone', reading)
}

/** Words of a family name before its last one. */
const nameParticles = /^(?:von|vom|van|de|der|den|af|av|zu|zur|zum|ten|ter|la|le|du|di|da|del|della|dos)$/

/** Where a table has one column for both names, the last word is taken for the family name, with what belongs to it. */
function namesOf(fullName: string): { first: string; last: string } {
  const words = fullName.split(/\s+/).filter(Boolean)
  let from = words.length - 1
  if (from < 1) return { first: fullName, last: '' }
  while (from > 1 && nameParticles.test(words[from - 1]!)) from -= 1
  return { first: words.slice(0, from).join(' '), last: words.slice(from).join(' ') }
}

function ownAddress(reading: Reading): SavedAddress {
  const { texts } = reading
  const { first, last } = namesOf(texts.fullName)
  const isNamed = texts.firstName !== '' || texts.lastName !== ''
  const isNamedOnce = !isNamed && texts.fullName !== ''
  return {
    ...addressOf('own', reading),
    ...(isNamed && {
      firstName: checked('firstName', texts.firstName, 'firstName', reading),
      lastName: checked('lastName', texts.lastName, 'lastName', reading),
    }),
    ...(isNamedOnce && {
      firstName: checked('fullName', first, 'firstName', reading),
      lastName: checked('fullName', last, 'lastName', reading),
    }),
  }
}

/** Null: goods go to the customer's own address, or the file does not say where. */
function deliveryAddress(reading: Reading, own: SavedAddress): SavedAddress | null {
  const address = addressOf('delivery', reading)
  const whole = {
    ...address,
    firstName: address.firstName || own.firstName,
    lastName: address.lastName || own.lastName,
  }
  const isWhole = Object.entries(whole).every(([part, text]) => part === 'companyName' || text !== '')
  const isOther = (['street', 'postalCode', 'city'] as const).some((part) => address[part] !== own[part])
  return isWhole && isOther ? whole : null
}

/** An address of the table; its parts are empty where it has none, or one in another country. */
function addressOf(which: 'own' | 'delivery', reading: Reading): SavedAddress {
  const { texts, columns, store, problems } = reading
  const part = (name: AddressPart, as: ContactField) => {
    const field = `${which}${name}` as const
    return checked(field, texts[field], as, reading)
  }
  const said = texts[`${which}Country`]
  const country = countryCode(said)
  const isAbroad = said !== '' && country !== store.countryCode
  const hasAddress = (['Street', 'PostalCode', 'City'] as const).some(
    (name) => texts[`${which}${name}`] !== '',
  )
  const code = country === null ? 'unknown_country' : 'other_country'
  if (isAbroad && hasAddress) problems.push({ code, column: columns[`${which}Country`][0]! })
  const street = [texts[`${which}Street`], texts[`${which}Street2`]].filter(Boolean).join(', ')
  return {
    firstName: part('FirstName', 'firstName'),
    lastName: part('LastName', 'lastName'),
    companyName: part('Company', 'companyName') || null,
    street: isAbroad ? '' : checked(`${which}Street`, street, 'address', reading),
    postalCode: isAbroad ? '' : part('PostalCode', 'postalCode'),
    city: isAbroad ? '' : part('City', 'city'),
  }
}
