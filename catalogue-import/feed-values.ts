/**
 * Parses single values of a Merchant Center feed: amounts, dates, article numbers, quantity prices, devices.
 * Each parser returns the value or an error code; nothing is guessed.
 */
import type { StoredTier } from '../domain/catalogue/product-prices.ts'
import { readMinor, type Minor } from '../domain/money/money.ts'
import { readDecimal } from './decimal-number.ts'
import type { ProblemCode } from './row-report.ts'
import { readMerchantDate, type DateEdge } from '../domain/stores/merchant-date.ts'

export type Read<T> = { ok: true; value: T } | { ok: false; code: ProblemCode }

/** Written by an export for a campaign without a start or an end. */
export const openStart = '1970-01-01T00:00:00.000Z'
export const openEnd = '9999-01-01T00:00:00.000Z'

/** ISO 4217 codes. */
export const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Characters of an amount; in a longer text the search for one takes minutes. */
export const longestAmount = 100

/** The notation of an amount, if it was not the plain one: reported with the row. */
export type AmountRepair = 'decimal_comma' | 'grouped_amount'

const amountCodes = {
  no_number: 'bad_amount',
  ambiguous: 'ambiguous_amount',
  too_many_decimals: 'bad_amount',
} as const

/**
 * `129.00 SEK` → 12900 minor units. Other notations (`1.299,00 SEK`, `SEK 1 299,00`) are accepted and
 * reported in `repair`; an amount that is ambiguous, or has no currency, is rejected.
 */
export function readAmount(
  text: string,
  currency: string,
): Read<{ minor: Minor; repair: AmountRepair | null }> {
  if (text.length > longestAmount) return { ok: false, code: 'bad_amount' }
  const parts = /^(?:(\p{L}+|\p{Sc})\s*)?([-−]?\d[^\p{L}\p{Sc}]*?)\s*(\p{L}[^\d\s]*|\p{Sc})?$/u.exec(text)
  const [, before, number = '', after] = parts ?? []
  if (!parts || (before !== undefined && after !== undefined)) return { ok: false, code: 'bad_amount' }
  const code = before ?? after
  if (code === undefined) {
    return { ok: false, code: readDecimal(number).ok ? 'missing_currency' : 'bad_amount' }
  }
  if (!currencies.has(code)) return { ok: false, code: 'bad_currency' }
  if (code !== currency) return { ok: false, code: 'wrong_currency' }
  if (/^[-−]/.test(number)) return { ok: false, code: 'negative_amount' }
  const read = readDecimal(number)
  if (!read.ok) return { ok: false, code: amountCodes[read.code] }
  const minor = readMinor(read.decimal)
  if (minor === 0) return { ok: false, code: 'zero_amount' }
  return { ok: true, value: { minor, repair: repairOf(read.notation) } }
}

function repairOf(notation: 'plain' | 'decimal_comma' | 'grouped'): AmountRepair | null {
  if (notation === 'plain') return null
  return notation === 'grouped' ? 'grouped_amount' : 'decimal_comma'
}

/**
 * `10:119.00;50:109.00` → tiers, as written. Quantities must rise from 2, prices fall and stay below the price.
 */
export function readTiers(
  text: string,
  priceMinor: Minor,
): Read<{ tiers: StoredTier[]; repair: AmountRepair | null }> {
  const tiers: StoredTier[] = []
  let repair: AmountRepair | null = null
  let former = { minQuantity: 1, priceMinor }
  for (const part of text.split(';')) {
    const [quantity = '', price = '', ...more] = part.trim().split(':')
    const read = readDecimal(price)
    if (!read.ok && read.code === 'ambiguous') return { ok: false, code: 'ambiguous_amount' }
    if (!/^\d{1,6}$/.test(quantity) || !read.ok || more.length > 0)
      return { ok: false, code: 'bad_tier_prices' }
    repair ??= repairOf(read.notation)
    const tier = { minQuantity: Number(quantity), priceMinor: readMinor(read.decimal) }
    const falls = tier.priceMinor > 0 && tier.priceMinor < former.priceMinor
    if (tier.minQuantity <= former.minQuantity || !falls) return { ok: false, code: 'bad_tier_prices' }
    tiers.push(tier)
    former = tier
  }
  return { ok: true, value: { tiers, repair } }
}

/** A date (`readMerchantDate`) as ISO text in UTC: `2026-12-04T00:00+0100` → `2026-12-03T23:00:00.000Z`. */
export function readDate(text: string, timeZone: string, edge: DateEdge = 'start'): Read<string> {
  const moment = readMerchantDate(text, timeZone, edge)
  return moment === null
    ? { ok: false, code: 'bad_date' }
    : { ok: true, value: new Date(moment).toISOString() }
}

/**
 * A moment as ISO text in UTC with microseconds, PostgreSQL's precision: `2026-12-04T12:00:00.123456Z`. A
 * date without a time is rejected, because the time of day matters here.
 */
export function readMoment(text: string): Read<string> {
  const date = readDate(text, 'UTC')
  if (!date.ok || !text.includes(':')) return { ok: false, code: 'bad_date' }
  const fraction = /\.(\d{3,6})/.exec(text)?.[1] ?? ''
  return { ok: true, value: `${date.value.slice(0, 19)}.${fraction.padEnd(6, '0')}Z` }
}

/**
 * `from/to`, both required, the end after the start; a final day is included. 1970-01-01 and the year 9999
 * mean no start and no end.
 */
export function readPeriod(
  text: string,
  timeZone: string,
): Read<{ startsAt: string | null; endsAt: string | null }> {
  const [from = '', to = '', ...more] = text.split('/').map((side) => side.trim())
  const start = readMerchantDate(from, timeZone, 'start')
  const end = readMerchantDate(to, timeZone, 'end')
  if (start === null || end === null || more.length > 0 || end <= start)
    return { ok: false, code: 'bad_date' }
  const startsAt = from.startsWith('1970-01-01') ? null : new Date(start).toISOString()
  const endsAt = to.startsWith('9999') ? null : new Date(end).toISOString()
  return { ok: true, value: { startsAt, endsAt } }
}

/** The devices of a `Fits: A, B, C.` fact in a description, null without one; at most 500 of them. */
export function readFits(description: string): string[] | null {
  const start = /(?:^|\s)Fits: /.exec(description)
  if (!start) return null
  const rest = description.slice(start.index + start[0].length)
  const end = /\.(?=\s+\p{Lu}[^.:]{0,80}:\s|\s*$)/u.exec(rest)
  const list = rest.slice(0, end?.index ?? rest.length)
  const devices: string[] = []
  let former: string[] = []
  for (const part of list.split(/[,;]/).slice(0, 500)) {
    const words = part.trim().split(/\s+/).filter(Boolean)
    if (words.length === 0) continue
    // "HP Designjet 5000, 5000ps" means the HP Designjet 5000ps.
    const full =
      words.length === 1 && /\d/.test(part) && former.length > 1 ? [...former.slice(0, -1), ...words] : words
    former = full
    devices.push(full.join(' ').slice(0, 120).trim())
  }
  return devices.length > 0 ? [...new Set(devices)] : null
}
