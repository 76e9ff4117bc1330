/**
 * The price of a cart: plain data in, plain data out; no clock, database or configuration. Browser and server
 * run this same function. The order is DEF-06: tier, percentage, rounding, times quantity; then what offers
 * take off, then fixed amounts, then VAT per line. A further code never raises a price, no line falls below
 * zero and all parts add up.
 */
import { aggregateCoupons, aggregateEach } from '../coupons/coupon-aggregates.ts'
import { couponKind, couponLabel, type Coupon } from '../coupons/coupon.ts'
import { hasSoundOffer } from '../coupons/coupon-validity.ts'
import { percentageTotal } from '../coupons/offer-levels.ts'
import { buySet, compareText, getSet } from '../coupons/unit-sets.ts'
import { allocateMinor } from '../money/allocation.ts'
import { toMinorLeniently, vatPartMinor } from '../money/money.ts'
import { deductOffers, type OfferDeduction } from './offer-deductions.ts'
import { pricedLine } from './priced-line.ts'
import type { CartDeduction, PriceCartInput, PriceCartLine, PricedCart, VatSum } from './priced-cart.ts'
import { workingLine, type WorkingLine } from './working-line.ts'

/** A deduction with its share of every line. */
export interface SpreadDeduction extends CartDeduction {
  amounts: number[]
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const takesOffers = (line: PriceCartLine): boolean =>
  !line.giftCard && !line.fee && line.addedByCoupon == null

/** Units of lines an offer counts as bought, whatever else happens to them (COUPON-37). */
function boughtUnits(coupon: Coupon, lines: readonly PriceCartLine[]): number {
  const buys = buySet(coupon)
  return sum(lines.map((line) => (takesOffers(line) && buys(line) ? line.quantity : 0)))
}

/** The code with the percentage its quantity increment reached, worked out where the back end told none. */
function withPercentageTotal(coupon: Coupon, lines: readonly PriceCartLine[]): Coupon {
  if (couponKind(coupon) !== 'quantityIncrement' || coupon.buy_x_percentage_total != null) return coupon
  return { ...coupon, buy_x_percentage_total: percentageTotal(coupon, boughtUnits(coupon, lines)) }
}

/**
 * The lines as DEF-12 settles ties, by sku and uuid: an öre that falls to one of two equal lines falls to the same one
 * in whatever order they lie in the cart.
 */
const inSettledOrder = (lines: readonly PriceCartLine[]): PriceCartLine[] =>
  [...lines].sort((a, b) => compareText(a.sku, b.sku) || compareText(a.uuid, b.uuid))

/** Lines, in settled order, with their units, and what the offers among the codes come to. */
export function priceUnits(input: PriceCartInput): {
  lines: WorkingLine[]
  coupons: Coupon[]
  offers: OfferDeduction[]
} {
  const applied = (input.coupons ?? []).filter(
    (coupon) => coupon.applied && (couponKind(coupon) !== 'buyXGetY' || hasSoundOffer(coupon)),
  )
  const inOrder = inSettledOrder(input.lines)
  const coupons = applied.map((coupon) => withPercentageTotal(coupon, inOrder))
  const percentages = {
    aggregates: aggregateCoupons(coupons),
    singles: aggregateEach(coupons),
    customer: input.customerDiscounts ?? {},
  }
  const lines = inOrder.map((line) => workingLine(line, percentages, input.digits))
  return { lines, coupons, offers: deductOffers(lines, coupons, input.digits) }
}

/** VAT in a deduction: its shares added up per rate, then divided (COUPON-25, DEF-15). */
export function deductionVatMinor(amounts: readonly number[], lines: readonly WorkingLine[]): number {
  const perRate = new Map<number, number>()
  amounts.forEach((amount, index) => {
    const rate = lines[index]!.vatRateBasisPoints
    perRate.set(rate, (perRate.get(rate) ?? 0) + amount)
  })
  return sum([...perRate].map(([rate, amount]) => vatPartMinor(amount, rate)))
}

/**
 * Spreads an amount the back end told over the lines. Where it is what the offer comes to here, the offer's own
 * shares stand. Otherwise (the cart has moved on since) the rewarded lines give first, then the others.
 */
function spreadTold(
  toldMinor: number,
  offer: OfferDeduction,
  lines: readonly WorkingLine[],
  remaining: number[],
): number[] {
  const fits = offer.amounts.every((amount, index) => amount <= remaining[index]!)
  if (toldMinor === offer.amountMinor && fits) return offer.amounts
  const affected = new Map(
    (offer.coupon.all_affected_items ?? []).map(({ sku, quantity }) => [sku, quantity]),
  )
  const gets = getSet(offer.coupon)
  const first = lines.map((line, index) => {
    if (!line.takesOffers) return 0
    if (affected.size === 0) return gets(line) ? remaining[index]! : 0
    return Math.min(remaining[index]!, (affected.get(line.sku) ?? 0) * line.unitMinor)
  })
  const fromFirst = allocateMinor(Math.min(toldMinor, sum(first)), first)
  const rest = lines.map((line, index) => (line.takesFixed ? remaining[index]! - fromFirst[index]! : 0))
  const fromRest = allocateMinor(Math.min(toldMinor - sum(fromFirst), sum(rest)), rest)
  return fromFirst.map((amount, index) => amount + fromRest[index]!)
}

function spreadOffer(
  offer: OfferDeduction,
  lines: readonly WorkingLine[],
  remaining: number[],
): SpreadDeduction {
  const { coupon } = offer
  const told = coupon.buyx_free_amount
  const wantedMinor = told == null ? offer.amountMinor : Math.max(0, toMinorLeniently(told))
  const amounts = spreadTold(wantedMinor, offer, lines, remaining)
  const amountMinor = sum(amounts)
  const toldVat = told != null && coupon.vat_amount != null ? toMinorLeniently(coupon.vat_amount) : -1
  const isToldVat = amountMinor === wantedMinor && toldVat >= 0 && toldVat <= amountMinor
  return {
    code: coupon.code,
    label: couponLabel(coupon),
    kind: couponKind(coupon) === 'buyXGetY' ? 'buyXGetY' : 'increment',
    amountMinor,
    vatMinor: isToldVat ? toldVat : deductionVatMinor(amounts, lines),
    amounts,
  }
}

/** A fixed amount in proportion to what the lines still cost, never more than that (COUPON-16, DEF-15). */
function spreadFixed(coupon: Coupon, lines: readonly WorkingLine[], remaining: number[]): SpreadDeduction {
  const weights = lines.map((line, index) => (line.takesFixed ? remaining[index]! : 0))
  const amountMinor = Math.min(Math.max(0, toMinorLeniently(coupon.fixed_amount)), sum(weights))
  const amounts = allocateMinor(amountMinor, weights)
  return {
    code: coupon.code,
    label: couponLabel(coupon),
    kind: 'fixed',
    amountMinor,
    vatMinor: deductionVatMinor(amounts, lines),
    amounts,
  }
}

/** Every deduction, offers before fixed amounts; what comes later only gets what is left of a line. */
function spreadDeductions(
  lines: readonly WorkingLine[],
  coupons: readonly Coupon[],
  offers: readonly OfferDeduction[],
) {
  const remaining = lines.map((line) => line.totalMinor)
  const deductions: SpreadDeduction[] = []
  const take = (deduction: SpreadDeduction): void => {
    deduction.amounts.forEach((amount, index) => (remaining[index]! -= amount))
    if (deduction.amountMinor > 0) deductions.push(deduction)
  }
  for (const offer of offers) take(spreadOffer(offer, lines, remaining))
  const fixed = coupons.filter((coupon) => couponKind(coupon) === 'fixed')
  // By their letters, so that the order in which two codes were added makes no difference.
  for (const coupon of fixed.sort((a, b) => (a.code < b.code ? -1 : 1)))
    take(spreadFixed(coupon, lines, remaining))
  const order = new Map(coupons.map((coupon, index) => [coupon.code, index]))
  return deductions.sort((a, b) => order.get(a.code)! - order.get(b.code)!)
}

function sumPerRate(lines: PricedCart['lines']): VatSum[] {
  const perRate = new Map<number, VatSum>()
  for (const { vatRateBasisPoints, netMinor, vatMinor } of lines) {
    const entry = perRate.get(vatRateBasisPoints) ?? { vatRateBasisPoints, grossMinor: 0, vatMinor: 0 }
    entry.grossMinor += netMinor
    entry.vatMinor += vatMinor
    perRate.set(vatRateBasisPoints, entry)
  }
  return [...perRate.values()].sort((a, b) => b.vatRateBasisPoints - a.vatRateBasisPoints)
}

/** Prices a cart. Quantities are integers ≥ 1, prices integers ≥ 0; RangeError where an amount is no safe integer. */
export function priceCart(input: PriceCartInput): PricedCart {
  const { lines: working, coupons, offers } = priceUnits(input)
  const spread = spreadDeductions(working, coupons, offers)
  const places = new Map(input.lines.map((line, index) => [line, index]))
  const lines = working
    .map((line, index) => ({ place: places.get(line.line)!, priced: pricedLine(line, index, spread) }))
    .sort((a, b) => a.place - b.place)
    .map(({ priced }) => priced)
  const deductions = spread.map(({ amounts: _amounts, ...deduction }) => deduction)
  const sumOf = (kind: 'fee' | 'giftCard'): number =>
    sum(lines.map((line) => (line.kind === kind ? line.netMinor : 0)))
  const linesMinor = sum(lines.map((line) => line.lineTotalMinor))
  const deductedMinor = sum(deductions.map((deduction) => deduction.amountMinor))
  const sumMinor = linesMinor - deductedMinor
  const linesExVatMinor = sum(lines.map((line) => line.lineTotalExVatMinor))
  const deductedExVatMinor = sum(deductions.map(({ amountMinor, vatMinor }) => amountMinor - vatMinor))
  return {
    lines,
    deductions,
    linesMinor,
    deductedMinor,
    feesMinor: sumOf('fee'),
    giftCardsMinor: sumOf('giftCard'),
    sumMinor,
    sumExVatMinor: sumMinor === 0 ? 0 : Math.max(0, linesExVatMinor - deductedExVatMinor),
    vatMinor: sum(lines.map((line) => line.vatMinor)),
    vatPerRate: sumPerRate(lines),
  }
}
