/**
 * The price of a cart: plain data in, plain data out; no clock, database or configuration. Browser and server
 * run this same function. Agreed prices apply first. The order is then DEF-06: tier, percentage, sum of the units, one
 * rounding of the line; then the deductions of offers, then amounts off the cart, then VAT per line. Another code never raises a price, no
 * line falls below zero, and all parts add up.
 */
import { grantedPercents, type GrantedPercent } from '../coupons/coupon-percentages.ts'
import type { CartCoupon } from '../coupons/coupon.ts'
import { isInSet } from '../coupons/offer-sets.ts'
import { compareText } from '../coupons/unit-rewards.ts'
import { allocateMinor } from '../money/allocation.ts'
import {
  vatPartMinor,
  type Minor,
  zeroMinor,
  addMinor,
  subtractMinor,
  shareMinor,
  smallerMinor,
  largerMinor,
  sumMinor,
} from '../money/money.ts'
import { applyAgreements } from './agreed-price.ts'
import { byCode, couponsAt, deductOffers, type OfferDeduction } from './offer-deductions.ts'
import { deductionNetMinor } from './net-amounts.ts'
import { pricedLine } from './priced-line.ts'
import type { CartDeduction, PriceCartInput, PriceCartLine, PricedCart, VatSum } from './priced-cart.ts'
import { takesOffers, workingLine, type WorkingLine } from './working-line.ts'

/** A deduction with the share of every line. */
export interface SpreadDeduction extends Omit<CartDeduction, 'vatMinor'> {
  amounts: readonly Minor[]
}

/**
 * Sorts the lines by sku and uuid, the tie-break of DEF-12, so that a leftover öre goes to the same one of
 * two equal lines whatever their order in the cart.
 */
const inFixedOrder = (lines: readonly PriceCartLine[]): PriceCartLine[] =>
  [...lines].sort((a, b) => compareText(a.sku, b.sku) || compareText(a.uuid, b.uuid))

/** The cart with its agreed prices applied. */
export const withAgreedPrices = <Cart extends PriceCartInput>(cart: Cart): Cart => ({
  ...cart,
  lines: applyAgreements(cart.lines, cart.customerDiscounts ?? {}, cart.digits),
})

/** The sorted lines of a cart whose agreed prices are applied, with their units, the percentages of the coupons, and the deductions of their offers. */
export function priceUnits(input: PriceCartInput): {
  lines: WorkingLine[]
  granted: GrantedPercent[]
  offers: OfferDeduction[]
} {
  const coupons = input.coupons ?? []
  const inOrder = inFixedOrder(input.lines)
  const granted = grantedPercents(coupons, inOrder.filter(takesOffers))
  const percentages = { granted, customer: input.customerDiscounts ?? {} }
  const lines = inOrder.map((line) => workingLine(line, percentages, input.digits))
  return { lines, granted, offers: deductOffers(lines, coupons, input.digits) }
}

/**
 * VAT in a deduction by itself: its shares summed per rate, then divided (COUPON-25, DEF-15). For information: what
 * a cart or an order deducts without VAT follows from its lines (`deductionNetMinor`).
 */
export function deductionVatMinor(amounts: readonly Minor[], lines: readonly WorkingLine[]): Minor {
  const perRate = new Map<number, Minor>()
  amounts.forEach((amount, index) => {
    const rate = lines[index]!.vatRateBasisPoints
    perRate.set(rate, addMinor(perRate.get(rate) ?? zeroMinor, amount))
  })
  return sumMinor([...perRate].map(([rate, amount]) => vatPartMinor(amount, rate)))
}

/**
 * Spreads the deduction in the server's response over the lines. Where it equals the deduction computed here,
 * it is spread as the offer is. Otherwise (the cart has changed since) it is deducted from the rewarded lines
 * first, then from the others.
 */
function spreadAnswered(
  answeredMinor: Minor,
  offer: OfferDeduction,
  lines: readonly WorkingLine[],
  remaining: readonly Minor[],
): readonly Minor[] {
  const fits = offer.amounts.every((amount, index) => amount <= remaining[index]!)
  if (answeredMinor === offer.amountMinor && fits) return offer.amounts
  const { coupon, answered } = offer.coupon
  const goods = offer.kind.goods(coupon)
  const affected = new Map(answered.affectedItems.map(({ sku, quantity }) => [sku, quantity]))
  const first = lines.map((line, index) => {
    if (!line.takesOffers) return zeroMinor
    if (affected.size === 0) return isInSet(goods, line) ? remaining[index]! : zeroMinor
    const units = Math.min(affected.get(line.sku) ?? 0, line.quantity)
    return smallerMinor(remaining[index]!, shareMinor(line.totalMinor, units, line.quantity))
  })
  const fromFirst = allocateMinor(smallerMinor(answeredMinor, sumMinor(first)), first)
  const rest = lines.map((line, index) =>
    line.takesFixed ? subtractMinor(remaining[index]!, fromFirst[index]!) : zeroMinor,
  )
  const fromRest = allocateMinor(
    smallerMinor(subtractMinor(answeredMinor, sumMinor(fromFirst)), sumMinor(rest)),
    rest,
  )
  return fromFirst.map((amount, index) => addMinor(amount, fromRest[index]!))
}

/** A deduction with the code, label and family of its coupon. */
function deductionOf(
  { coupon }: CartCoupon,
  kind: CartDeduction['kind'],
  amounts: readonly Minor[],
): SpreadDeduction {
  return {
    code: coupon.code,
    label: coupon.label,
    kind,
    amountMinor: sumMinor(amounts),
    amounts,
  }
}

function spreadOffer(
  offer: OfferDeduction,
  lines: readonly WorkingLine[],
  remaining: readonly Minor[],
): SpreadDeduction {
  const { answered } = offer.coupon
  const wantedMinor = largerMinor(answered.deductedMinor ?? offer.amountMinor, zeroMinor)
  const amounts = spreadAnswered(wantedMinor, offer, lines, remaining)
  return deductionOf(offer.coupon, offer.kind.family, amounts)
}

/** Spreads an amount in proportion to the lines' remaining amounts, at most their sum (COUPON-16, DEF-15). */
function spreadOverCart(
  wantedMinor: Minor,
  coupon: CartCoupon,
  lines: readonly WorkingLine[],
  remaining: readonly Minor[],
): SpreadDeduction {
  const weights = lines.map((line, index) => (line.takesFixed ? remaining[index]! : zeroMinor))
  const amounts = allocateMinor(smallerMinor(wantedMinor, sumMinor(weights)), weights)
  return deductionOf(coupon, 'fixed', amounts)
}

/**
 * Every deduction, offers before amounts off the cart; a later one is limited to a line's remaining amount.
 */
function spreadDeductions(
  lines: readonly WorkingLine[],
  coupons: readonly CartCoupon[],
  offers: readonly OfferDeduction[],
) {
  const remaining = lines.map((line) => line.totalMinor)
  const deductions: SpreadDeduction[] = []
  const take = (deduction: SpreadDeduction): void => {
    deduction.amounts.forEach((amount, index) => {
      remaining[index] = subtractMinor(remaining[index]!, amount)
    })
    if (deduction.amountMinor > 0) deductions.push(deduction)
  }
  for (const offer of offers) take(spreadOffer(offer, lines, remaining))
  for (const { coupon, kind } of byCode(couponsAt(coupons, 'cartReductions')))
    take(spreadOverCart(kind.apply(coupon.coupon), coupon, lines, remaining))
  const order = new Map(coupons.map(({ coupon }, index) => [coupon.code, index]))
  return deductions.sort((a, b) => order.get(a.code)! - order.get(b.code)!)
}

function sumPerRate(lines: PricedCart['lines']): VatSum[] {
  const perRate = new Map<number, VatSum>()
  for (const { vatRateBasisPoints, netMinor, vatMinor } of lines) {
    const entry = perRate.get(vatRateBasisPoints) ?? { grossMinor: zeroMinor, vatMinor: zeroMinor }
    perRate.set(vatRateBasisPoints, {
      vatRateBasisPoints,
      grossMinor: addMinor(entry.grossMinor, netMinor),
      vatMinor: addMinor(entry.vatMinor, vatMinor),
    })
  }
  return [...perRate.values()].sort((a, b) => b.vatRateBasisPoints - a.vatRateBasisPoints)
}

/**
 * Prices a cart. Quantities are integers ≥ 1, prices integers ≥ 0. Throws RangeError where an amount is not a
 * safe integer.
 */
export function priceCart(given: PriceCartInput): PricedCart {
  const input = withAgreedPrices(given)
  const { lines: working, offers } = priceUnits(input)
  const spread = spreadDeductions(working, input.coupons ?? [], offers)
  const places = new Map(input.lines.map((line, index) => [line, index]))
  const lines = working
    .map((line, index) => ({ place: places.get(line.line)!, priced: pricedLine(line, index, spread) }))
    .sort((a, b) => a.place - b.place)
    .map(({ priced }) => priced)
  const deductions = spread.map(({ amounts: _amounts, ...deduction }) => ({
    ...deduction,
    vatMinor: subtractMinor(deduction.amountMinor, deductionNetMinor(lines, deduction.code)),
  }))
  const sumOf = (kind: 'fee' | 'giftCard'): Minor =>
    sumMinor(lines.map((line) => (line.kind === kind ? line.netMinor : zeroMinor)))
  const linesMinor = sumMinor(lines.map((line) => line.lineTotalMinor))
  const deductedMinor = sumMinor(deductions.map((deduction) => deduction.amountMinor))
  const sum = subtractMinor(linesMinor, deductedMinor)
  const vatMinor = sumMinor(lines.map((line) => line.vatMinor))
  return {
    lines,
    deductions,
    linesMinor,
    deductedMinor,
    feesMinor: sumOf('fee'),
    giftCardsMinor: sumOf('giftCard'),
    sumMinor: sum,
    sumExVatMinor: subtractMinor(sum, vatMinor),
    vatMinor,
    vatPerRate: sumPerRate(lines),
  }
}
