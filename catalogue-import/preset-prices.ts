/** Amounts of other systems' files, which name no currency: they are in that of the store that the file is for. */
import { readMerchantDate } from '../domain/stores/merchant-date.ts'
import type { Store } from '../domain/stores/stores.ts'
import { namedCurrency } from './local-amount.ts'
import { readDecimal } from './decimal-number.ts'
import type { FeedValues } from './feed-row.ts'
import { shortened, type RowProblem } from './row-report.ts'

/**
 * `3,49` → `3.49 EUR`. An amount that names its currency keeps it, so that one of another currency than the store's is
 * refused. What is no number stays as it is, so that the row is refused with it; empty stays empty.
 */
export function amountWith(text: string, { currency }: Store): string {
  if (text === '') return ''
  const named = namedCurrency(text)
  const read = readDecimal(named?.number ?? text)
  if (!read.ok) return `${text} ${currency}`
  return `${read.decimal} ${named === null || named.meant.includes(currency) ? currency : named.meant[0]!}`
}

/** Whether both are numbers, and the first is below the second. */
export function isLower(text: string, other: string): boolean {
  const [price, before] = [text, other].map((each) => readDecimal(namedCurrency(each)?.number ?? each))
  return price?.ok === true && before?.ok === true && Number(price.decimal) < Number(before.decimal)
}

/** What a file of another system says of a price. Texts as the file writes them. */
export interface OfferedPrice {
  /** What the product costs without a reduction. */
  regular: string
  /** What it costs reduced, or ''. */
  reduced: string
  /** Whether the reduced price applies now. */
  isRunning: boolean
  /** The column of the former price, for the report. */
  column: string
}

/**
 * The selling price as the only price, and no reduction: who announces one must name the lowest price of the 30 days
 * before it (article 6a of Directive 98/6/EC), and what a product cost at another shop is not known here. A former price
 * that is left out is reported. A campaign that the product has here ends, as with an empty `sale_price`.
 */
export function sellingPrice(
  { regular, reduced, isRunning, column }: OfferedPrice,
  store: Store,
  repaired: RowProblem[],
): FeedValues {
  const isReduced = isLower(reduced, regular)
  if (isReduced) repaired.push({ code: 'reduction_not_taken', column, value: shortened(regular) })
  const isOffered = (isReduced && isRunning) || regular === ''
  return { price: amountWith(isOffered ? reduced : regular, store), sale_price: '' }
}

/** Whether `now` is between two dates as the file writes them; an empty one is open. Null: one cannot be read. */
export function isWithin(
  { from, until }: { from: string; until: string },
  { timeZone }: Store,
  now: Date,
): boolean | null {
  const start = from === '' ? -Infinity : readMerchantDate(from, timeZone, 'start')
  const end = until === '' ? Infinity : readMerchantDate(until, timeZone, 'end')
  if (start === null || end === null) return null
  return start <= now.getTime() && now.getTime() < end
}
