/**
 * Second step of pricing: the deductions of offers from the lines beyond their percentage. What an offer deducts from a
 * line is the line's total without it less the total with it, each rounded once (DEF-13).
 * Rewarded units come first, in the order in which their codes were added (DEF-12), then reductions of units,
 * then reductions of sums; the latter two in alphabetical order of their codes, so that the order of adding
 * does not matter. Each coupon's kind decides which lines and how much; the lines' units and groups are
 * modified here. Amounts off the whole cart are not priced here.
 */
import { addMinor, type Minor, zeroMinor, subtractMinor, sumMinor } from '../money/money.ts'
import type {
  LineUnits,
  SumReductionKind,
  UnitReductionKind,
  UnitRewardKind,
} from '../coupons/coupon-kind.ts'
import type { SkuUnits } from '../products/sku.ts'
import { kindOf, type CouponKind, type CouponTerms, type KindFields } from '../coupons/coupon-kinds.ts'
import type { CartCoupon } from '../coupons/coupon.ts'
import { compareText } from '../coupons/unit-rewards.ts'
import { remaindersAfterDeduction } from '../money/allocation.ts'
import { unitsTotalMinor, type CurrencyDigits } from './vat-view.ts'
import type { WorkingLine } from './working-line.ts'
import type { Sku } from '../products/sku.ts'

type OfferKind = Extract<CouponKind, { step: 'unitRewards' | 'unitReductions' | 'sumReductions' }>

/** The deduction of one offer per line. */
export interface OfferDeduction {
  coupon: CartCoupon
  kind: OfferKind
  /** Minor units by position of the line. */
  amounts: Minor[]
  amountMinor: Minor
  affected: SkuUnits[]
}

/** The result of an offer: minor units by position of the line, and the affected units. */
interface Taken {
  amounts: Minor[]
  units: LineUnits[]
}

/** The line's total with the offers so far. */
const remainingMinor = (line: WorkingLine, digits: CurrencyDigits): Minor =>
  unitsTotalMinor(line.tierUnitMinor, line.groups, digits)

/** The coupons whose kind takes part in a step of the pricing, with their kind. */
export function couponsAt<Step extends CouponKind['step']>(coupons: readonly CartCoupon[], step: Step) {
  return coupons.flatMap((coupon) => {
    const kind = kindOf(coupon.coupon)
    return kind.step === step ? [{ coupon, kind: kind as Extract<CouponKind, { step: Step }> }] : []
  })
}

/** Alphabetically by code, so that the order in which two codes were added makes no difference. */
export function byCode<Entry extends { coupon: CartCoupon }>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => compareText(a.coupon.coupon.code, b.coupon.coupon.code))
}

/** Prices rewarded units at the reward's price (DEF-12, DEF-13). */
function rewardUnits(
  kind: UnitRewardKind<CouponTerms, KindFields>,
  { coupon }: CartCoupon,
  lines: readonly WorkingLine[],
  digits: CurrencyDigits,
): Taken {
  const { rewarded, percentBasisPoints } = kind.apply(coupon, lines)
  const amounts = lines.map(() => zeroMinor)
  for (const { place, units: count } of rewarded) {
    const line = lines[place]!
    const before = remainingMinor(line, digits)
    const open = line.groups[0]!
    // The higher of the two percentages applies; they never add up (DEF-13).
    const higher = Math.max(open.percentBasisPoints, percentBasisPoints)
    line.freeUnits -= count
    open.count -= count
    line.groups.push({ count, percentBasisPoints: higher, offMinor: open.offMinor })
    amounts[place] = subtractMinor(before, remainingMinor(line, digits))
  }
  return { amounts, units: rewarded }
}

/** Reduces every unit of some lines, not below 0 (COUPON-40). */
function lowerUnits(
  kind: UnitReductionKind<CouponTerms, KindFields>,
  { coupon }: CartCoupon,
  lines: readonly WorkingLine[],
  digits: CurrencyDigits,
): Taken {
  const reductions = kind.apply(coupon, lines)
  const amounts = lines.map((line, place) => {
    const before = remainingMinor(line, digits)
    for (const group of line.groups) group.offMinor = addMinor(group.offMinor, reductions[place]!)
    return subtractMinor(before, remainingMinor(line, digits))
  })
  const units = lines.map((line, place) => ({ place, units: reductions[place]! > 0 ? line.quantity : 0 }))
  return { amounts, units }
}

/** Spreads an amount off the sum of some lines over them, not below 0 (COUPON-36). Lowers `remaining`. */
function lowerSum(
  kind: SumReductionKind<CouponTerms, KindFields>,
  { coupon }: CartCoupon,
  lines: readonly WorkingLine[],
  remaining: Minor[],
): Taken {
  const { amountMinor, places } = kind.apply(coupon, lines)
  const kept = remaindersAfterDeduction(
    places.map((place) => remaining[place]!),
    amountMinor,
  )
  const amounts = lines.map(() => zeroMinor)
  places.forEach((place, position) => {
    amounts[place] = subtractMinor(remaining[place]!, kept[position]!)
    remaining[place] = kept[position]!
  })
  const affected = amountMinor > 0 ? places : []
  return { amounts, units: affected.map((place) => ({ place, units: lines[place]!.quantity })) }
}

/** The deduction of every offer, in the order of application. Coupons that are not offers are skipped. */
export function deductOffers(
  lines: readonly WorkingLine[],
  coupons: readonly CartCoupon[],
  digits: CurrencyDigits,
): OfferDeduction[] {
  const offered = lines.filter((line) => line.takesOffers)
  const places = offered.map((line) => lines.indexOf(line))
  const deduction = (
    { coupon, kind }: { coupon: CartCoupon; kind: OfferKind },
    { amounts, units }: Taken,
  ): OfferDeduction => {
    const spread = lines.map(() => zeroMinor)
    places.forEach((place, position) => (spread[place] = amounts[position]!))
    const amountMinor = sumMinor(amounts)
    return { coupon, kind, amounts: spread, amountMinor, affected: affectedItems(offered, units) }
  }
  const rewarded = couponsAt(coupons, 'unitRewards').map((offer) =>
    deduction(offer, rewardUnits(offer.kind, offer.coupon, offered, digits)),
  )
  const lowered = byCode(couponsAt(coupons, 'unitReductions')).map((offer) =>
    deduction(offer, lowerUnits(offer.kind, offer.coupon, offered, digits)),
  )
  const remaining = offered.map((line) => remainingMinor(line, digits))
  const taken = byCode(couponsAt(coupons, 'sumReductions')).map((offer) =>
    deduction(offer, lowerSum(offer.kind, offer.coupon, offered, remaining)),
  )
  return [...rewarded, ...lowered, ...taken]
}

/** The units by sku, in order of first appearance. */
function affectedItems(lines: readonly WorkingLine[], units: readonly LineUnits[]): SkuUnits[] {
  const bySku = new Map<Sku, number>()
  for (const { place, units: count } of units) {
    const { sku } = lines[place]!
    if (count > 0) bySku.set(sku, (bySku.get(sku) ?? 0) + count)
  }
  return [...bySku].map(([sku, quantity]) => ({ sku, quantity }))
}
