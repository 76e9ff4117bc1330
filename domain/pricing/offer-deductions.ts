/**
 * Second step of pricing: what offers take off the lines, unit by unit, beyond their percentage. Unit-count
 * offers first, in the order in which their codes were added (DEF-12), then amount increments, then amount
 * intervals, these two in the order of their code's letters, so that the order of adding does not matter.
 * Changes the working lines it is given; fixed amounts and told amounts are not its business.
 */
import { couponKind, type AffectedItem, type Coupon, type CouponKind } from '../coupons/coupon.ts'
import {
  incrementAmountMinor,
  intervalAmountMinor,
  rewardBasisPoints,
  rewardedUnits,
} from '../coupons/offer-levels.ts'
import { buySet, countUnits, getSet, rewardOrder } from '../coupons/unit-sets.ts'
import { keepAfterTaking } from '../money/allocation.ts'
import { grossUnitMinor, type CurrencyDigits } from './vat-view.ts'
import type { WorkingLine } from './working-line.ts'

/** What one offer takes off which line. */
export interface OfferDeduction {
  coupon: Coupon
  /** Minor units by position of the line. */
  amounts: number[]
  amountMinor: number
  affected: AffectedItem[]
}

type Offer = (
  coupon: Coupon,
  lines: readonly WorkingLine[],
  digits: CurrencyDigits,
) => Omit<OfferDeduction, 'coupon'>

const remainingMinor = (line: WorkingLine): number =>
  line.groups.reduce((sum, { count, unitMinor }) => sum + count * unitMinor, 0)

/** Spend on an offer's buy set at tier prices, before any coupon (COUPON-36). */
export function spendMinor(coupon: Coupon, lines: readonly WorkingLine[]): number {
  const buys = buySet(coupon)
  return lines.reduce(
    (sum, line) => (line.takesOffers && buys(line) ? sum + line.tierUnitMinor * line.line.quantity : sum),
    0,
  )
}

function affectedBySku(counts: readonly (readonly [string, number])[]): AffectedItem[] {
  const bySku = new Map<string, number>()
  for (const [sku, count] of counts) if (count > 0) bySku.set(sku, (bySku.get(sku) ?? 0) + count)
  return [...bySku].map(([sku, quantity]) => ({ sku, quantity }))
}

function deduction(amounts: number[], affected: AffectedItem[]): Omit<OfferDeduction, 'coupon'> {
  return { amounts, amountMinor: amounts.reduce((sum, amount) => sum + amount, 0), affected }
}

/** Buy-x-get-y and quantity intervals: rewarded units fall to the reward's price (DEF-12, DEF-13). */
const rewardUnits: Offer = (coupon, lines, digits) => {
  const offered = lines.filter((line) => line.takesOffers)
  const basisPoints = rewardBasisPoints(coupon)
  const amounts = lines.map(() => 0)
  const counts: [string, number][] = []
  let left = rewardedUnits(coupon, countUnits(coupon, offered))
  for (const line of rewardOrder(coupon, offered)) {
    const count = Math.min(left, line.freeUnits)
    if (count === 0) continue
    // The higher of the two percentages counts, they never add up (DEF-13).
    const rewardMinor = Math.min(line.unitMinor, grossUnitMinor(line.rawUnitMinor, basisPoints, digits))
    line.freeUnits -= count
    line.groups[0]!.count -= count
    line.groups.push({ count, unitMinor: rewardMinor })
    amounts[lines.indexOf(line)] = count * (line.unitMinor - rewardMinor)
    counts.push([line.sku, count])
    left -= count
  }
  return deduction(amounts, affectedBySku(counts))
}

/** Amount increment: every unit of the get set is so much cheaper, not below 0 (COUPON-40). */
const lowerUnits: Offer = (coupon, lines) => {
  const offMinor = incrementAmountMinor(coupon, spendMinor(coupon, lines))
  const gets = getSet(coupon)
  const counts: [string, number][] = []
  const amounts = lines.map((line) => {
    if (offMinor === 0 || !line.takesOffers || !gets(line)) return 0
    const before = remainingMinor(line)
    for (const group of line.groups) group.unitMinor = Math.max(0, group.unitMinor - offMinor)
    counts.push([line.sku, line.line.quantity])
    return before - remainingMinor(line)
  })
  return deduction(amounts, affectedBySku(counts))
}

/** Amount interval: so much off the get set's sum, spread over its lines, not below 0 (COUPON-36). */
const lowerSum =
  (remaining: number[]): Offer =>
  (coupon, lines) => {
    const offMinor = intervalAmountMinor(coupon, spendMinor(coupon, lines))
    const gets = getSet(coupon)
    const amounts = lines.map(() => 0)
    const chosen = lines.flatMap((line, index) => (line.takesOffers && gets(line) ? [index] : []))
    const kept = keepAfterTaking(
      chosen.map((index) => remaining[index]!),
      offMinor,
    )
    chosen.forEach((index, position) => {
      amounts[index] = remaining[index]! - kept[position]!
      remaining[index] = kept[position]!
    })
    const counts =
      offMinor > 0 ? chosen.map((index) => [lines[index]!.sku, lines[index]!.line.quantity] as const) : []
    return deduction(amounts, affectedBySku(counts))
  }

const compareCodes = (a: Coupon, b: Coupon): number => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)

/** Every offer's deduction, in the order in which they are taken. Codes that are no offers are passed over. */
export function deductOffers(
  lines: readonly WorkingLine[],
  coupons: readonly Coupon[],
  digits: CurrencyDigits,
): OfferDeduction[] {
  const ofKind = (...kinds: CouponKind[]): Coupon[] =>
    coupons.filter((coupon) => kinds.includes(couponKind(coupon)))
  const run = (offer: Offer) => (coupon: Coupon) => ({ coupon, ...offer(coupon, lines, digits) })
  const rewarded = ofKind('buyXGetY', 'quantityInterval').map(run(rewardUnits))
  const lowered = ofKind('amountIncrement').sort(compareCodes).map(run(lowerUnits))
  const remaining = lines.map(remainingMinor)
  const taken = ofKind('amountInterval')
    .sort(compareCodes)
    .map(run(lowerSum(remaining)))
  return [...rewarded, ...lowered, ...taken]
}
