/**
 * First step of pricing: every line gets its tier price, its one percentage and its total, rounded once (DEF-06).
 * Lines that accept no coupon (gift cards, fees, lines added by coupons, personal offers, agreed prices) keep their price.
 */
import type { CustomerDiscounts, OfferLine } from '../coupons/coupon-line.ts'
import { effectivePercent, type GrantedPercent, type WinningPercent } from '../coupons/coupon-percentages.ts'
import { multiplyMinor, subtractMinor, toBasisPoints, zeroMinor, type Minor } from '../money/money.ts'
import type { PriceCartLine } from './priced-cart.ts'
import { tierAt } from './tiers.ts'
import { grossUnitMinor, unitsTotalMinor, type CurrencyDigits, type UnitGroup } from './vat-view.ts'

/**
 * A line during pricing, between `PriceCartLine` and `PricedLine`; only `freeUnits` and `groups` are modified.
 * Only `domain/pricing` sees it.
 */
export interface WorkingLine extends OfferLine {
  line: PriceCartLine
  /** All units after the line's percentage, before any offer. */
  totalMinor: Minor
  vatRateBasisPoints: number
  effective: WinningPercent | null
  /** Whether percentages and offers apply to it. */
  takesOffers: boolean
  /** Whether a fixed amount may be spread over it. */
  takesFixed: boolean
  /** All units; the first group holds those that no offer has rewarded. */
  groups: UnitGroup[]
}

/** The percentages available to a cart's lines. */
export interface Percentages {
  granted: readonly GrantedPercent[]
  customer: CustomerDiscounts
}

/**
 * The tier price of a line: the last tier reached; its own price where none is reached or the price is fixed.
 */
function listedUnitOf(line: PriceCartLine): Minor {
  return line.fixedPrice ? line.priceMinor : (tierAt(line.tiers, line.quantity)?.unitMinor ?? line.priceMinor)
}

/** Whether percentages and offers apply to a line. */
export function takesOffers(line: PriceCartLine): boolean {
  return !line.giftCard && !line.fee && line.addedByCoupon == null && !line.personalOffer && !line.isAgreed
}

/** Prices a line on its own; `percentages` null excludes every coupon and customer discount. */
export function workingLine(
  line: PriceCartLine,
  percentages: Percentages | null,
  digits: CurrencyDigits,
): WorkingLine {
  const takesFixed = !line.giftCard && !line.fee
  const isOffered = takesOffers(line)
  const listedMinor = listedUnitOf(line)
  const effective =
    isOffered && percentages ? effectivePercent(line, percentages.granted, percentages.customer) : null
  // List prices have the currency's digits; one that was promised before they had to is charged as it was shown.
  const tierUnitMinor = isOffered ? grossUnitMinor(listedMinor, 0, digits) : listedMinor
  const percentBasisPoints = toBasisPoints(effective?.percent ?? 0)
  const groups = [{ count: line.quantity, percentBasisPoints, offMinor: zeroMinor }]
  return {
    line,
    quantity: line.quantity,
    uuid: line.uuid,
    sku: line.sku,
    productId: line.productId,
    groupId: line.groupId,
    categoryIds: line.categoryIds,
    discountCategory: line.discountCategory,
    tierUnitMinor,
    totalMinor: isOffered
      ? unitsTotalMinor(tierUnitMinor, groups, digits)
      : multiplyMinor(tierUnitMinor, line.quantity),
    vatRateBasisPoints: line.giftCard ? 0 : line.vatRateBasisPoints,
    effective,
    takesOffers: isOffered,
    takesFixed,
    freeUnits: line.quantity,
    groups,
  }
}

/** What its percentage takes off a line, after the rounding of the line; 0: none, or less than half a unit of currency. */
export function percentageOffMinor({ tierUnitMinor, quantity, totalMinor }: WorkingLine): Minor {
  return subtractMinor(multiplyMinor(tierUnitMinor, quantity), totalMinor)
}

/**
 * Further units of the line's product with which its percentage takes off something; null: not with `mostUnits` of them.
 * The percentage of this quantity applies, and the tier price of the other.
 */
export function unitsToPercentage(
  { line, effective }: WorkingLine,
  digits: CurrencyDigits,
  mostUnits = 200,
): number | null {
  const percentBasisPoints = toBasisPoints(effective?.percent ?? 0)
  for (let units = 1; units <= mostUnits; units++) {
    const count = line.quantity + units
    const unitMinor = grossUnitMinor(listedUnitOf({ ...line, quantity: count }), 0, digits)
    const totalMinor = unitsTotalMinor(
      unitMinor,
      [{ count, percentBasisPoints, offMinor: zeroMinor }],
      digits,
    )
    if (totalMinor < multiplyMinor(unitMinor, count)) return units
  }
  return null
}
