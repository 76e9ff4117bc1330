/**
 * Amounts of money: decimal major units at the edge (API, forms, text), integer minor units (öre, øre, cent)
 * inside, VAT as a rate in basis points (DEF-01, DEF-02). No floating-point arithmetic is done on an amount:
 * a number is parsed and written by its decimal digits.
 */
import { divideRounded, multiplyDivideRounded, roundDecimal, shiftDecimal } from './rounding.ts'

declare const inMinorUnits: unique symbol

/** An amount in integer minor units. A branded type: a plain number has no known unit, see `minor`. */
export type Minor = number & { readonly [inMinorUnits]: true }

/**
 * The number as an amount in minor units. Throws RangeError unless it is a safe integer. Annotated as pure so
 * that bundlers drop tables of amounts, such as a store's policies, where a browser does not use them.
 */
/* @__NO_SIDE_EFFECTS__ */
export function minor(amount: number): Minor {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount in minor units: ${amount}`)
  // The same value for 0 and -0.
  return (amount || 0) as Minor
}

/** No money. */
export const zeroMinor = 0 as Minor

/** The sum of amounts; 0 for none. Throws RangeError beyond the safe integers, as all arithmetic here. */
export function sumMinor(amounts: readonly Minor[]): Minor {
  return minor(amounts.reduce<number>((sum, amount) => sum + amount, 0))
}

/** The sum of two amounts. */
export function addMinor(a: Minor, b: Minor): Minor {
  return minor(a + b)
}

/** What remains of an amount after another is deducted; negative where the other is larger. */
export function subtractMinor(amount: Minor, deduction: Minor): Minor {
  return minor(amount - deduction)
}

/** An amount a whole number of times, such as the sum of a line from its unit price. */
export function multiplyMinor(amount: Minor, times: number): Minor {
  return minor(amount * times)
}

/** The smaller of two amounts. */
export function smallerMinor(a: Minor, b: Minor): Minor {
  return a < b ? a : b
}

/** The larger of two amounts. */
export function largerMinor(a: Minor, b: Minor): Minor {
  return a > b ? a : b
}

/**
 * `amount × numerator / denominator`, rounded half away from zero: a share or a percentage of an amount. Both
 * factors are integers and the denominator is positive; throws RangeError otherwise.
 */
export function shareMinor(amount: Minor, numerator: number, denominator: number): Minor {
  return minor(multiplyDivideRounded(amount, numerator, denominator))
}

/** Rounded half away from zero to the digits of a currency (DEF-05): 1290 with no digits is 1300. */
export function roundMinor(amount: Minor, digits: 0 | 2): Minor {
  return digits === 2 ? amount : minor(divideRounded(amount, 100) * 100)
}

/** 10 000 basis points are 100 %. */
export const wholeBasisPoints = 10_000

/** Minor units of a decimal major amount: 125.5 → 12550. Throws RangeError beyond two decimals. */
export function toMinor(major: number): Minor {
  const amount = shiftDecimal(major, 2)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount with at most two decimals: ${major}`)
  return minor(amount)
}

/**
 * Minor units of an amount written in major units: '125.50' → 12550. Throws RangeError for any other text.
 */
export function readMinor(text: string): Minor {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError(`not an amount: ${text}`)
  return toMinor(Number(text))
}

/** Major units of a minor amount, for the API: 12550 → 125.5. Throws RangeError unless an integer. */
export function toMajor(amountMinor: Minor): number {
  return minor(amountMinor) / 100
}

/** In major units with a point and two decimals, for files and reports: 1290 → "12.90". */
export function decimalText(amount: Minor): string {
  return toMajor(amount).toFixed(2)
}

/** Minor units of an amount in an external response: rounded to two decimals, 0 where it is not a number. */
export function toMinorLeniently(major: number | null | undefined): Minor {
  return Number.isFinite(major) ? toMinor(roundDecimal(major!, 2)) : zeroMinor
}

/** Largest amount that comes from outside, in major units: sums of thousands of them stay safe integers. */
const largestMajor = 10_000_000_000

/**
 * Whether a value is a decimal amount with at most two decimals and within the range of amounts from outside.
 * Requests are judged by `givenAmount` of the contract, which accepts the same.
 */
export function isMajorAmount(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Math.abs(value) <= largestMajor &&
    Number.isSafeInteger(shiftDecimal(value, 2))
  )
}

/** Basis points of a percentage: 25 → 2500, 7.7 → 770. More than two decimals are rounded. */
export function toBasisPoints(percent: number): number {
  return Math.round(shiftDecimal(roundDecimal(percent, 2), 2))
}

/** VAT factor of a rate in basis points: 2500 → 1.25 (DEF-02). For display; arithmetic stays on integers. */
export function vatFactor(vatRateBasisPoints: number): number {
  return (wholeBasisPoints + vatRateBasisPoints) / wholeBasisPoints
}

/** Gross amount without its VAT, rounded to the minor unit (VAT-03). */
export function exVatMinor(grossMinor: Minor, vatRateBasisPoints: number): Minor {
  return shareMinor(grossMinor, wholeBasisPoints, wholeBasisPoints + vatRateBasisPoints)
}

/** VAT contained in a gross amount: 6000 at 2500 → 1200 (DEF-08). */
export function vatPartMinor(grossMinor: Minor, vatRateBasisPoints: number): Minor {
  return subtractMinor(grossMinor, exVatMinor(grossMinor, vatRateBasisPoints))
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(iso: string, currency: string, digits: number): Intl.NumberFormat {
  const key = `${iso} ${currency} ${digits}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(iso, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formatters.set(key, formatter)
  }
  return formatter
}

/**
 * An amount as text in the store's language and currency (VAT-06). Gross amounts show the currency's digits,
 * or the fraction where they have one; without VAT (`vat: false`) there are always two decimals.
 */
export function formatMoney(
  amountMinor: Minor,
  store: { iso: string; currency: string; currencyDigits: number },
  { vat = true }: { vat?: boolean } = {},
): string {
  const digits = vat && amountMinor % 100 === 0 ? store.currencyDigits : 2
  return formatterOf(store.iso, store.currency, digits).format(toMajor(amountMinor))
}

/** A range of gross amounts as text, without decimals where both are whole: "1 000–2 000 kr", "5–10 €". */
export function formatMoneyRange(
  fromMinor: Minor,
  upToMinor: Minor,
  { iso, currency }: { iso: string; currency: string },
): string {
  const digits = fromMinor % 100 === 0 && upToMinor % 100 === 0 ? 0 : 2
  return formatterOf(iso, currency, digits).formatRange(toMajor(fromMinor), toMajor(upToMinor))
}
