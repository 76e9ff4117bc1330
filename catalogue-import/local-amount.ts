/** Parses amounts and counts as people write them in spreadsheets. Nothing is guessed: what can mean two is refused. */
import { readMinor, type Minor } from '../domain/money/money.ts'
import { currencies, longestAmount, readAmount, type Read } from './feed-values.ts'

/** Signs of currencies in cells, and the currencies that they may mean. */
const currencySigns: Readonly<Record<string, readonly string[]>> = {
  kr: ['SEK', 'NOK', 'DKK'],
  '€': ['EUR'],
  euro: ['EUR'],
}

/**
 * `1 299,00 kr`, `kr 1.299,00`, `1 299:-`, `1.299,-`, `1299` → the amount in minor units of the store's currency, zero included. An
 * amount that names another currency is refused (`wrong_currency`), as is one that can mean two (`ambiguous_amount`).
 */
export function readLocalAmount(text: string, currency: string): Read<Minor> {
  if (text.length > longestAmount) return { ok: false, code: 'bad_amount' }
  // `12:-` and `12,-` are whole amounts.
  const whole = text.trim().replace(/[:.,]?[-–—](?=\D*$)/u, '')
  // What is before `,-` has no decimals: a separator in it divides thousands.
  const plain = /[:.,][-–—]\D*$/u.test(text)
    ? whole.replace(/\d{1,3}(?:[.,]\d{3})+(?!\d)/u, (digits) => digits.replaceAll(/[.,]/g, ''))
    : whole
  const [, before = '', number = '', after = ''] =
    /^(\p{L}+\.?|\p{Sc})?\s*([-−]?\d[^\p{L}\p{Sc}]*?)\s*(\p{L}+\.?|\p{Sc})?$/u.exec(plain) ?? []
  const sign = (before || after).replace(/\.$/, '')
  const meant = Object.hasOwn(currencySigns, sign.toLowerCase())
    ? currencySigns[sign.toLowerCase()]!
    : [sign.toUpperCase()]
  if (number === '' || (before !== '' && after !== '')) return { ok: false, code: 'bad_amount' }
  if (sign !== '' && !meant.includes(currency)) {
    const isKnown = Object.hasOwn(currencySigns, sign.toLowerCase()) || /^[A-Z]{3}$/.test(sign)
    return { ok: false, code: isKnown ? 'wrong_currency' : 'bad_currency' }
  }
  // A spreadsheet may give zero as 0,00: no price, which readAmount refuses.
  if (/^0+(?:[.,]0{1,2})?$/.test(number)) return { ok: true, value: readMinor('0') }
  const read = readAmount(`${number} ${currency}`, currency)
  return read.ok ? { ok: true, value: read.value.minor } : read
}

/** `199 SEK`, `kr 199` → the number and the currencies that its sign may mean; null: it names none, or is no amount. */
export function namedCurrency(text: string): { number: string; meant: readonly string[] } | null {
  if (text.length > longestAmount) return null
  const [, before = '', number = '', after = ''] =
    /^(\p{L}+\.?|\p{Sc})?\s*([-−]?\d[^\p{L}\p{Sc}]*?)\s*(\p{L}+\.?|\p{Sc})?$/u.exec(text.trim()) ?? []
  const sign = (before || after).replace(/\.$/, '').toLowerCase()
  if (sign === '' || (before !== '' && after !== '')) return null
  if (Object.hasOwn(currencySigns, sign)) return { number, meant: currencySigns[sign]! }
  return currencies.has(sign.toUpperCase()) ? { number, meant: [sign.toUpperCase()] } : null
}

/** Characters of a count with what is around it. */
const longestCount = 100

/** Words of a unit behind a count, as `50 st` and `12 Stk.` */
const unitOfCount = /\s*(?:st|stk|stck|stück|styck|stykker|pcs?|units?)\.?$/iu

/**
 * `1 200` and `12,0` → whole units. A point or a comma before three digits is refused, for it may be either. A count
 * below zero is what a system writes for oversold goods: none. Of `>100` and `100+`, a hundred are certain.
 */
export function readLocalCount(text: string): number | null {
  if (text.length > longestCount) return null
  const plain = text
    .trim()
    .replace(unitOfCount, '')
    .replace(/^>=?\s*/, '')
    .replace(/\s*\+$/, '')
  const [, sign = '', digits = ''] =
    /^([-−]?)(\d{1,3}(?:(?<group>['’\u0020\u00a0\u2009\u202f])\d{3}(?:\k<group>\d{3})*)?|\d+)(?:[.,]0{1,2})?$/u.exec(
      plain,
    ) ?? []
  if (digits === '') return null
  return sign === '' ? Number(digits.replace(/\D/g, '')) : 0
}
