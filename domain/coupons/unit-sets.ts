/**
 * Which lines an offer counts as bought and which it rewards (DEF-10, DEF-11, COUPON-32, COUPON-41), and which
 * of the rewarded units come first (DEF-12). Works on lines; it never prices them.
 */
import type { CouponTerms } from './coupon.ts'

/** What of a line an offer can name. */
export interface SetLine {
  productId: number
  groupId: number | null
  categoryIds: readonly number[]
}

type Names = (line: SetLine) => boolean

function namedBy(
  products: readonly number[] | null | undefined,
  categories: readonly number[] | null | undefined,
  groups: readonly number[] | null | undefined,
): Names | null {
  if (!products?.length && !categories?.length && !groups?.length) return null
  return (line) =>
    Boolean(products?.includes(line.productId)) ||
    (line.groupId !== null && Boolean(groups?.includes(line.groupId))) ||
    (categories?.length ? line.categoryIds.some((id) => categories.includes(id)) : false)
}

const everyLine: Names = () => true

/** Which lines count as bought: those named, or every line (DEF-10). */
export function buySet(terms: CouponTerms): Names {
  if (terms.buy_x_buy_items_whole_order === true) return everyLine
  return namedBy(terms.buy_products, terms.buy_categories, terms.buy_groups) ?? everyLine
}

/** Which lines can be rewarded: those named, or the buy set (DEF-11). */
export function getSet(terms: CouponTerms): Names {
  if (terms.buy_x_get_items_whole_order === true) return everyLine
  return namedBy(terms.get_products, terms.get_categories, terms.get_groups) ?? buySet(terms)
}

/** A line's units that no offer has rewarded yet. */
export interface OfferLine extends SetLine {
  uuid: string
  sku: string
  /** Tier price before any coupon, so that a further code never changes the choice. */
  tierUnitMinor: number
  freeUnits: number
}

/** Units counted for an offer, before it takes any. */
export interface UnitCounts {
  buy: number
  get: number
  /** Units of the get set that are not in the buy set. */
  getOnly: number
}

export function countUnits(terms: CouponTerms, lines: readonly OfferLine[]): UnitCounts {
  const [buys, gets] = [buySet(terms), getSet(terms)]
  const counts = { buy: 0, get: 0, getOnly: 0 }
  for (const line of lines) {
    const bought = buys(line)
    if (bought) counts.buy += line.freeUnits
    if (!gets(line)) continue
    counts.get += line.freeUnits
    if (!bought) counts.getOnly += line.freeUnits
  }
  return counts
}

/** By code units, so that every machine sorts alike. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Lines in the order in which their units are rewarded (DEF-12): get-only first, then cheapest, sku, uuid. */
export function rewardOrder<T extends OfferLine>(terms: CouponTerms, lines: readonly T[]): T[] {
  const [buys, gets] = [buySet(terms), getSet(terms)]
  return lines
    .filter((line) => gets(line))
    .sort(
      (a, b) =>
        Number(buys(a)) - Number(buys(b)) ||
        a.tierUnitMinor - b.tierUnitMinor ||
        compareText(a.sku, b.sku) ||
        compareText(a.uuid, b.uuid),
    )
}
