/**
 * First step of pricing: every line gets its tier price, its one percentage and its rounded unit (DEF-06).
 * Lines that accept no coupon (gift cards, fees, lines added by coupons, personal offers, agreed prices) keep their price.
 */
import type { CustomerDiscounts, OfferLine } from '../coupons/coupon-line.ts'
import { effectivePercent, type GrantedPercent, type WinningPercent } from '../coupons/coupon-percentages.ts'
import { exVatMinor, toBasisPoints, type Minor, multiplyMinor } from '../money/money.ts'
import type { PriceCartLine } from './priced-cart.ts'
import { tierAt } from './tiers.ts'
import { exVatUnitMinor, grossUnitMinor, type CurrencyDigits } from './vat-view.ts'

/** Units of a line that still have the same price. */
export interface UnitGroup {
  count: number
  unitMinor: Minor
}

/**
 * A line during pricing, between `PriceCartLine` and `PricedLine`; only `freeUnits` and `groups` are modified.
 * Only `domain/pricing` sees it.
 */
export interface WorkingLine extends OfferLine {
  line: PriceCartLine
  /** Tier price before rounding to the currency's digits. */
  rawUnitMinor: Minor
  unitMinor: Minor
  unitExVatMinor: Minor
  totalMinor: Minor
  vatRateBasisPoints: number
  effective: WinningPercent | null
  /** Whether percentages and offers apply to it. */
  takesOffers: boolean
  /** Whether a fixed amount may be spread over it. */
  takesFixed: boolean
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
function rawUnitOf(line: PriceCartLine): Minor {
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
  const rawUnitMinor = rawUnitOf(line)
  const effective =
    isOffered && percentages ? effectivePercent(line, percentages.granted, percentages.customer) : null
  const basisPoints = toBasisPoints(effective?.percent ?? 0)
  const vatRateBasisPoints = line.giftCard ? 0 : line.vatRateBasisPoints
  const unitMinor = isOffered ? grossUnitMinor(rawUnitMinor, basisPoints, digits) : rawUnitMinor
  return {
    line,
    quantity: line.quantity,
    uuid: line.uuid,
    sku: line.sku,
    productId: line.productId,
    groupId: line.groupId,
    categoryIds: line.categoryIds,
    discountCategory: line.discountCategory,
    rawUnitMinor,
    tierUnitMinor: isOffered ? grossUnitMinor(rawUnitMinor, 0, digits) : rawUnitMinor,
    unitMinor,
    unitExVatMinor: isOffered
      ? exVatUnitMinor(rawUnitMinor, basisPoints, vatRateBasisPoints)
      : exVatMinor(rawUnitMinor, vatRateBasisPoints),
    totalMinor: multiplyMinor(unitMinor, line.quantity),
    vatRateBasisPoints,
    effective,
    takesOffers: isOffered,
    takesFixed,
    freeUnits: line.quantity,
    groups: [{ count: line.quantity, unitMinor }],
  }
}
