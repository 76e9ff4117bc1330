/**
 * The buy set and the get set of an offer (DEF-10, DEF-11, COUPON-32, COUPON-41), parsed and used the same
 * way by every kind of offer.
 */
import { type Minor, multiplyMinor, sumMinor } from '../money/money.ts'
import { isFilled, type FieldTable, type FieldValues } from './coupon-fields.ts'
import type { CountedLine, CouponGoods, OfferLine } from './coupon-line.ts'

/** The fields of the coupon entity that name the sets. */
export const offerSetFields = {
  buy_products: 'ids',
  buy_categories: 'ids',
  buy_groups: 'ids',
  get_products: 'ids',
  get_categories: 'ids',
  get_groups: 'ids',
  buy_x_buy_items_whole_order: 'flag',
  buy_x_get_items_whole_order: 'flag',
} as const satisfies FieldTable

export type OfferSetFields = FieldValues<typeof offerSetFields>

/** Products given by id, category or group; `all` selects every line. */
export type GoodsSet = 'all' | { products: Ids; categories: Ids; groups: Ids }
type Ids = readonly number[]

/** The units an offer counts as bought, and the units it reduces. */
export interface OfferSets {
  buy: GoodsSet
  get: GoodsSet
}

function namedSet(products: Ids | null, categories: Ids | null, groups: Ids | null): GoodsSet | null {
  const isNamed = isFilled(products) || isFilled(categories) || isFilled(groups)
  return isNamed ? { products: products ?? [], categories: categories ?? [], groups: groups ?? [] } : null
}

/**
 * The buy set is what its lists name, or everything (DEF-10); the get set what its lists name, or the buy set
 * (DEF-11).
 */
export function readOfferSets(fields: OfferSetFields): OfferSets {
  const buy =
    fields.buy_x_buy_items_whole_order === true
      ? 'all'
      : (namedSet(fields.buy_products ?? null, fields.buy_categories ?? null, fields.buy_groups ?? null) ??
        'all')
  const get =
    fields.buy_x_get_items_whole_order === true
      ? 'all'
      : (namedSet(fields.get_products ?? null, fields.get_categories ?? null, fields.get_groups ?? null) ??
        buy)
  return { buy, get }
}

/** Whether a set contains a line's product. */
export function isInSet(set: GoodsSet, line: CouponGoods): boolean {
  if (set === 'all') return true
  return (
    set.products.includes(line.productId) ||
    (line.groupId !== null && set.groups.includes(line.groupId)) ||
    (set.categories.length > 0 && line.categoryIds.some((id) => set.categories.includes(id)))
  )
}

/** Units of the buy set. */
export function boughtUnits(sets: OfferSets, lines: readonly CountedLine[]): number {
  return lines.reduce((units, line) => (isInSet(sets.buy, line) ? units + line.quantity : units), 0)
}

/** Spend on the buy set at tier prices, before any coupon, minor units (COUPON-36). */
export function spendMinor(sets: OfferSets, lines: readonly OfferLine[]): Minor {
  const bought = lines.filter((line) => isInSet(sets.buy, line))
  return sumMinor(bought.map((line) => multiplyMinor(line.tierUnitMinor, line.quantity)))
}

/** How many times `eachMinor` fits fully into a spend; 0 where there is no amount. */
export function timesSpent(spend: Minor, eachMinor: Minor): number {
  return eachMinor > 0 ? Math.floor(spend / eachMinor) : 0
}
