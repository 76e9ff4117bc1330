/**
 * Prices that were agreed with a company or a customer (decision 78). The first step of pricing: a line with an agreement
 * is sold at the agreed price or at the price that everybody gets, less the customer's own percentage, whichever makes
 * the line cheaper; a fixed agreement always applies. An agreed price is final: no percentage and no offer of a code applies to it.
 */
import type { CustomerDiscounts } from '../coupons/coupon-line.ts'
import { largerMinor, multiplyMinor } from '../money/money.ts'
import type { PriceCartLine } from './priced-cart.ts'
import { tierAt } from './tiers.ts'
import type { CurrencyDigits } from './vat-view.ts'
import { workingLine } from './working-line.ts'

/** The lines, each at its agreed price where that applies. A line without an agreement stays as it is. */
export function applyAgreements(
  lines: readonly PriceCartLine[],
  customer: CustomerDiscounts,
  digits: CurrencyDigits,
): readonly PriceCartLine[] {
  return lines.some((line) => line.agreement)
    ? lines.map((line) => applyAgreement(line, customer, digits))
    : lines
}

function applyAgreement(
  line: PriceCartLine,
  customer: CustomerDiscounts,
  digits: CurrencyDigits,
): PriceCartLine {
  const { agreement, ...plain } = line
  if (!agreement || line.giftCard || line.fee || line.addedByCoupon != null || line.personalOffer)
    return plain
  const agreed = tierAt(agreement.tiers, line.quantity)
  const { totalMinor, tierUnitMinor } = workingLine(line, { granted: [], customer }, digits)
  if (agreed === null || (!agreement.isFixed && multiplyMinor(agreed.unitMinor, line.quantity) >= totalMinor))
    return plain
  return {
    ...plain,
    priceMinor: agreed.unitMinor,
    ordinaryMinor: largerMinor(tierUnitMinor, line.ordinaryMinor ?? tierUnitMinor),
    tiers: [],
    fixedPrice: true,
    crossSell: false,
    campaign: false,
    promised: null,
    isAgreed: true,
  }
}
