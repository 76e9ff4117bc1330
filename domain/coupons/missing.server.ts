/**
 * What a cart is missing for a coupon to give something. Each kind's parser says it of its own terms, of the lines that
 * accept the coupon. On the server alone: browsers get it with the answer.
 */
import { subtractMinor, type Minor } from '../money/money.ts'
import type { OfferLine } from './coupon-line.ts'
import { isInSet, spendMinor, type GoodsSet, type OfferSets } from './offer-sets.ts'
import { countUnits } from './unit-rewards.ts'

/** Goods as a coupon refers to them, for their names in a store. */
export interface WantedGoods {
  products: readonly number[]
  categories: readonly number[]
  groups: readonly number[]
  discountCategories: readonly string[]
}

export type Missing =
  /** No line that the coupon applies to. `wanted` null: it applies to any goods, or to all but some. */
  | { what: 'goods'; wanted: WantedGoods | null }
  /** Further units of the goods that it counts. */
  | { what: 'units'; units: number }
  /** Further gross spend, and the whole amount from which it gives something, minor units. */
  | { what: 'amount'; amountMinor: Minor; fromMinor: Minor }
  /** What it takes off rounds to nothing. Further units of one product from which it no longer does; null: unknown. */
  | { what: 'rounding'; units: number | null }
  /** Nothing: another discount gives more. */
  | { what: 'better' }

/** Of a coupon on some goods, of the lines that it reaches; without `wanted`, of one on every line. */
export const missingGoods = (lines: readonly unknown[], wanted: WantedGoods | null = null): Missing | null =>
  lines.length === 0 ? { what: 'goods', wanted } : null

const wantedOf = (set: GoodsSet): WantedGoods | null =>
  set === 'all' ? null : { ...set, discountCategories: [] }

/** Of an offer that reduces the goods of a set. */
export const missingSet = (set: GoodsSet, lines: readonly OfferLine[]): Missing | null =>
  missingGoods(
    lines.filter((line) => isInSet(set, line)),
    wantedOf(set),
  )

/** The spend that is missing from an amount; null: it is reached. */
export function missingAmount(spend: Minor, fromMinor: Minor): Missing | null {
  return spend >= fromMinor
    ? null
    : { what: 'amount', amountMinor: subtractMinor(fromMinor, spend), fromMinor }
}

/** Of an offer for every full amount spent on the buy set; null: it has been earned. */
export function missingSpend(
  sets: OfferSets,
  lines: readonly OfferLine[],
  everyMinor: Minor,
): Missing | null {
  return missingSet(sets.get, lines) ?? missingAmount(spendMinor(sets, lines), everyMinor)
}

/**
 * Of an offer that rewards units of the get set once some of the buy set are bought: the fewest units that earn it, as
 * no unit is both. Null: it has been earned.
 */
export function missingUnits(
  sets: OfferSets,
  lines: readonly OfferLine[],
  { bought, rewarded }: { bought: number; rewarded: number },
): Missing | null {
  const { buy, get, getOnly } = countUnits(sets, lines)
  if (buy + getOnly === 0) return { what: 'goods', wanted: wantedOf(sets.buy) }
  const [toBuy, toGet] = [Math.max(0, bought - buy), Math.max(0, rewarded - get)]
  const isApart = get === getOnly && sets.buy !== sets.get
  const units = isApart
    ? toBuy + toGet
    : Math.max(toBuy, toGet, Math.min(rewarded, rewarded - getOnly) + bought - buy)
  return units > 0 ? { what: 'units', units } : null
}
