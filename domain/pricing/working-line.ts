/**
 * First step of pricing: every line gets its tier price, its one percentage and its rounded unit (DEF-06).
 * Lines that take no coupon (gift cards, fees, what a coupon added) keep the price they came with.
 */
import {
  codeBehind,
  effectivePercent,
  type CouponAggregates,
  type CustomerDiscounts,
  type SingleAggregates,
  type WinningPercent,
} from '../coupons/coupon-aggregates.ts'
import type { OfferLine } from '../coupons/unit-sets.ts'
import { exVatMinor, toBasisPoints } from '../money/money.ts'
import type { PriceCartLine } from './priced-cart.ts'
import { tierAt } from './tiers.ts'
import { exVatUnitMinor, grossUnitMinor, type CurrencyDigits } from './vat-view.ts'

/** Units of a line that still cost the same. */
export interface UnitGroup {
  count: number
  unitMinor: number
}

/** A line on its way through pricing; only `freeUnits` and `groups` change on the way. */
export interface WorkingLine extends OfferLine {
  line: PriceCartLine
  /** Tier price before rounding to the currency's digits. */
  rawUnitMinor: number
  unitMinor: number
  unitExVatMinor: number
  totalMinor: number
  vatRateBasisPoints: number
  effective: WinningPercent | null
  /** Whether percentages and offers reach it. */
  takesOffers: boolean
  /** Whether a fixed amount may be spread over it. */
  takesFixed: boolean
  groups: UnitGroup[]
}

/** What percentages there are for a cart's lines. */
export interface Percentages {
  aggregates: CouponAggregates
  singles: SingleAggregates
  customer: CustomerDiscounts
}

function winnerOf(line: PriceCartLine, percentages: Percentages): WinningPercent | null {
  const winner = effectivePercent(line, percentages.aggregates, percentages.customer)
  return winner && { ...winner, code: codeBehind(line, winner, percentages.singles) }
}

/** The tier price of a line: the last tier met, its own price where none is or where it is fixed. */
function rawUnitOf(line: PriceCartLine): number {
  return line.fixedPrice ? line.priceMinor : (tierAt(line.tiers, line.quantity)?.p ?? line.priceMinor)
}

/** Takes a line up; `percentages` null leaves every coupon and customer discount out. */
export function workingLine(
  line: PriceCartLine,
  percentages: Percentages | null,
  digits: CurrencyDigits,
): WorkingLine {
  const takesFixed = !line.giftCard && !line.fee
  const takesOffers = takesFixed && line.addedByCoupon == null
  const rawUnitMinor = rawUnitOf(line)
  const effective = takesOffers && percentages ? winnerOf(line, percentages) : null
  const basisPoints = toBasisPoints(effective?.percent ?? 0)
  const vatRateBasisPoints = line.giftCard ? 0 : line.vatRateBasisPoints
  const unitMinor = takesOffers ? grossUnitMinor(rawUnitMinor, basisPoints, digits) : rawUnitMinor
  return {
    line,
    uuid: line.uuid,
    sku: line.sku,
    productId: line.productId,
    groupId: line.groupId,
    categoryIds: line.categoryIds,
    rawUnitMinor,
    tierUnitMinor: takesOffers ? grossUnitMinor(rawUnitMinor, 0, digits) : rawUnitMinor,
    unitMinor,
    unitExVatMinor: takesOffers
      ? exVatUnitMinor(rawUnitMinor, basisPoints, vatRateBasisPoints)
      : exVatMinor(rawUnitMinor, vatRateBasisPoints),
    totalMinor: unitMinor * line.quantity,
    vatRateBasisPoints,
    effective,
    takesOffers,
    takesFixed,
    freeUnits: line.quantity,
    groups: [{ count: line.quantity, unitMinor }],
  }
}
