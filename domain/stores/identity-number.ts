/**
 * Personal and company numbers that an invoice needs, per country (payments design, section 4). Checks only
 * that a number is well-formed, not that it exists. Stored without spaces and punctuation.
 */
import type { IdentityScheme } from './store.ts'
import type { Store } from './stores.ts'

export type CustomerType = 'private' | 'business'

export type IdentityAnswer =
  /** `personal`: it identifies a person, as the number of a Swedish sole trader does. */
  | { ok: true; number: string | null; personal: boolean }
  | { ok: false; code: 'required' | 'identity_number' | 'too_young' }

interface Today {
  /** Epoch milliseconds; the age is computed at this time. */
  now: number
}

const compact = (text: string): string => text.replaceAll(/[\s.\-+/]/g, '')

/** Whether a consumer gives a birth date instead of a number. */
export function asksForBirthDate(scheme: IdentityScheme, type: CustomerType): boolean {
  return numberOf[scheme][type] === 'birthDate'
}

/** Whether the number may be left out. */
export function isIdentityOptional(scheme: IdentityScheme, type: CustomerType): boolean {
  return scheme === 'german' && type === 'business'
}

/** Validates a number. Only a German company may leave it out: small ones have no USt-IdNr. */
export function checkIdentityNumber(
  { identityNumbers }: Pick<Store, 'identityNumbers'>,
  type: CustomerType,
  text: string,
  today: Today,
): IdentityAnswer {
  const trimmed = text.trim()
  if (trimmed === '') {
    return isIdentityOptional(identityNumbers, type)
      ? { ok: true, number: null, personal: false }
      : { ok: false, code: 'required' }
  }
  if (trimmed.length > 40) return { ok: false, code: 'identity_number' }
  const read = numberOf[identityNumbers][type]
  if (read === 'birthDate') return checkBirthDate(trimmed, today)
  const number = read(trimmed)
  if (number === null) return { ok: false, code: 'identity_number' }
  const soleTrader = identityNumbers === 'swedish' && swedishOrganisation(trimmed) === null
  return { ok: true, number, personal: type === 'private' || soleTrader }
}

/** The number as stored and shown: a company's in full, of a person's only the last two characters. */
export function maskIdentityNumber(number: string, { personal }: { personal: boolean }): string {
  return personal ? `${'*'.repeat(Math.max(0, number.length - 2))}${number.slice(-2)}` : number
}

type Reader = (text: string) => string | null

const numberOf: Record<IdentityScheme, Record<CustomerType, Reader | 'birthDate'>> = {
  swedish: {
    private: swedishPersonal,
    business: (text) => swedishOrganisation(text) ?? swedishPersonal(text),
  },
  norwegian: { private: norwegianPersonal, business: norwegianOrganisation },
  danish: { private: danishPersonal, business: danishOrganisation },
  german: { private: 'birthDate', business: germanVatNumber },
}

const digitsOf = (text: string): number[] => Array.from(text, Number)

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * digits[index]!, 0)

function passesLuhn(text: string): boolean {
  const sum = digitsOf(text).reduceRight((total, digit, index) => {
    const doubled = (text.length - index) % 2 === 0 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Whether such a day exists in any of the centuries that the two digits may mean. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const isDayOfShortYear = (year: number, month: number, day: number): boolean =>
  isDay(2000 + year, month, day) || isDay(1900 + year, month, day)

/** Personnummer or samordningsnummer (day + 60), ten or twelve digits; stored as ten. */
function swedishPersonal(text: string): string | null {
  const match = /^(?:18|19|20)?(\d{2})(\d{2})(\d{2})[-+ ]?(\d{4})$/.exec(text.replaceAll(' ', ''))
  if (!match) return null
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number]
  const number = match.slice(1).join('')
  return isDayOfShortYear(year, month, day > 60 ? day - 60 : day) && passesLuhn(number) ? number : null
}

/** Organisationsnummer: ten digits, the third at least 2; a VAT number `SE…01` is accepted too. */
function swedishOrganisation(text: string): string | null {
  const number = compact(text)
    .replace(/^SE(\d{10})01$/i, '$1')
    .replace(/^16(\d{10})$/, '$1')
  return /^\d{2}[2-9]\d{7}$/.test(number) && passesLuhn(number) ? number : null
}

/** Fødselsnummer or D-number (day + 40): two check digits modulo 11. */
function norwegianPersonal(text: string): string | null {
  const number = compact(text)
  if (!/^\d{11}$/.test(number)) return null
  const digits = digitsOf(number)
  const day = Number(number.slice(0, 2))
  if (!isDayOfShortYear(Number(number.slice(4, 6)), Number(number.slice(2, 4)), day > 40 ? day - 40 : day))
    return null
  const first = weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11
  const second = weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11
  return first === 0 && second === 0 ? number : null
}

/** Organisasjonsnummer, with or without the prefix NO and the suffix MVA. */
function norwegianOrganisation(text: string): string | null {
  const number = compact(text).replace(/^NO/i, '').replace(/MVA$/i, '')
  return /^\d{9}$/.test(number) && weighted(digitsOf(number), [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
    ? number
    : null
}

/** CPR number: a date and four digits. Its former check digit is not valid for all numbers since 2007. */
function danishPersonal(text: string): string | null {
  const number = compact(text)
  if (!/^\d{10}$/.test(number)) return null
  const [day, month, year] = [number.slice(0, 2), number.slice(2, 4), number.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ]
  return isDayOfShortYear(year, month, day) ? number : null
}

/** CVR number, with or without the prefix DK. */
function danishOrganisation(text: string): string | null {
  const number = compact(text).replace(/^DK/i, '')
  return /^[1-9]\d{7}$/.test(number) && weighted(digitsOf(number), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
    ? number
    : null
}

/** USt-IdNr: DE and nine digits, ISO 7064 modulo 11,10. */
function germanVatNumber(text: string): string | null {
  const match = /^(?:DE)?([1-9]\d{8})$/i.exec(compact(text))
  if (!match) return null
  const digits = digitsOf(match[1]!)
  let product = 10
  for (const digit of digits.slice(0, 8)) {
    const sum = (digit + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === digits[8] ? `DE${match[1]!}` : null
}

/** A German consumer gives a birth date, as `1990-12-31` or `31.12.1990`, and must be of age. */
function checkBirthDate(text: string, { now }: Today): IdentityAnswer {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const parts = iso ? iso.slice(1) : german ? german.slice(1).reverse() : null
  if (!parts) return { ok: false, code: 'identity_number' }
  const [year, month, day] = parts.map(Number) as [number, number, number]
  if (year < 1900 || !isDay(year, month, day) || Date.UTC(year, month - 1, day) > now)
    return { ok: false, code: 'identity_number' }
  if (Date.UTC(year + 18, month - 1, day) > now) return { ok: false, code: 'too_young' }
  return {
    ok: true,
    number: new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),
    personal: true,
  }
}
