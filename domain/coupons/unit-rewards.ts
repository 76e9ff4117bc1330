/**
 * Counts and selects the units of offers that reward units (DEF-12): no unit is both bought and rewarded;
 * get-only units come before shared ones, the cheapest first. Prices nothing.
 */
import type { LineUnits } from './coupon-kind.ts'
import type { OfferLine } from './coupon-line.ts'
import { isInSet, type OfferSets } from './offer-sets.ts'

/** Units counted for an offer, before it rewards any. */
export interface UnitCounts {
  /** Units of the buy set. */
  buy: number
  /** Units of the get set. */
  get: number
  /** Units of the get set that are not in the buy set. */
  getOnly: number
}

/** Counts the units that earlier offers have not rewarded. */
export function countUnits(sets: OfferSets, lines: readonly OfferLine[]): UnitCounts {
  const counts = { buy: 0, get: 0, getOnly: 0 }
  for (const line of lines) {
    const bought = isInSet(sets.buy, line)
    if (bought) counts.buy += line.freeUnits
    if (!isInSet(sets.get, line)) continue
    counts.get += line.freeUnits
    if (!bought) counts.getOnly += line.freeUnits
  }
  return counts
}

/** Units of the buy set that still count as bought when `rewarded` units are rewarded. */
export function unitsLeftBought({ buy, getOnly }: UnitCounts, rewarded: number): number {
  return buy - Math.max(0, rewarded - getOnly)
}

/**
 * The largest number of rewarded units that is earned. `isEarned` must be monotone: where it holds for a
 * number it holds for every smaller one.
 */
export function mostEarned(counts: UnitCounts, isEarned: (rewarded: number) => boolean): number {
  let [earned, limit] = [0, counts.get]
  while (earned < limit) {
    const middle = Math.ceil((earned + limit) / 2)
    if (isEarned(middle)) earned = middle
    else limit = middle - 1
  }
  return earned
}

/** Compares by code units, so that the order does not depend on the machine's locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The units that are rewarded when there are `units` in all, in the order of selection. */
export function chooseRewarded(sets: OfferSets, lines: readonly OfferLine[], units: number): LineUnits[] {
  const isBought = lines.map((line) => isInSet(sets.buy, line))
  const order = lines
    .map((line, place) => ({ line, place }))
    .filter(({ line }) => isInSet(sets.get, line))
    .sort(
      (a, b) =>
        Number(isBought[a.place]) - Number(isBought[b.place]) ||
        a.line.tierUnitMinor - b.line.tierUnitMinor ||
        compareText(a.line.sku, b.line.sku) ||
        compareText(a.line.uuid, b.line.uuid),
    )
  const chosen: LineUnits[] = []
  let left = units
  for (const { line, place } of order) {
    const count = Math.min(left, line.freeUnits)
    if (count > 0) chosen.push({ place, units: count })
    left -= count
  }
  return chosen
}
