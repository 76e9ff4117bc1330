/**
 * The back end's side of discount codes: what each code comes to for a cart, with the fields the cart is told
 * (COUPON-20..25, COUPON-38). Codes outside their dates, used up or unknown are not its business: the caller
 * leaves them out, and the cart lists them as rejected.
 */
import { toMajor, toMinor } from '../money/money.ts'
import { deductionVatMinor, priceUnits } from '../pricing/price-cart.ts'
import type { PriceCartInput } from '../pricing/priced-cart.ts'
import { workingLine } from '../pricing/working-line.ts'
import {
  couponKind,
  isIncrementKind,
  type Coupon,
  type CouponDefinition,
  type CouponTerms,
} from './coupon.ts'
import { checkDefinition } from './coupon-validity.ts'
import { normalizeCode } from './discount-code.ts'

/** A cart to evaluate codes for. */
export type CouponCart = Omit<PriceCartInput, 'coupons'>

/** The spend a minimum is compared with: tier prices, gift cards and fees left out (COUPON-20). */
function couponSpendMinor(cart: CouponCart): number {
  return cart.lines.reduce((spend, line) => {
    const working = workingLine(line, null, cart.digits)
    return working.takesFixed ? spend + working.totalMinor : spend
  }, 0)
}

const withoutResult = { all_affected_items: null, buyx_free_amount: null, vat_amount: null, vat_rate: null }

function termsOf({
  minimum_spend: _spend,
  gift_sku: _sku,
  gift_quantity: _quantity,
  ...terms
}: CouponDefinition): CouponTerms {
  return { ...terms, ...withoutResult, buy_x_percentage_total: null } as CouponTerms
}

/** A code that gives nothing, and why. */
function notApplied(definition: CouponDefinition, reason: 'invalid' | 'minimum_spend'): Coupon {
  const failedMinimumSpend = reason === 'minimum_spend'
  return { ...termsOf(definition), applied: false, failed_minimum_spend: failedMinimumSpend, reason }
}

/**
 * Evaluates codes, in the order in which they were added, for a cart. Every code comes back once: applied with
 * what it comes to; not applied where its terms contradict themselves (`checkDefinition`) or its offer is not
 * earned; not applied and marked where the minimum spend is not reached.
 */
export function evaluateCoupons(cart: CouponCart, definitions: readonly CouponDefinition[]): Coupon[] {
  const spend = couponSpendMinor(cart)
  const unique = new Map<string, CouponDefinition>()
  for (const definition of definitions) {
    const code = normalizeCode(definition.code)
    if (!unique.has(code)) unique.set(code, definition)
  }
  const answers = [...unique.values()].map((definition): Coupon => {
    if (!checkDefinition(definition).ok) return notApplied(definition, 'invalid')
    if (spend < toMinor(definition.minimum_spend ?? 0)) return notApplied(definition, 'minimum_spend')
    return { ...termsOf(definition), applied: true, failed_minimum_spend: false }
  })
  const { lines, coupons, offers } = priceUnits({ ...cart, coupons: answers })
  return answers.map((answer) => {
    if (!answer.applied) return answer
    const offer = offers.find(({ coupon }) => coupon.code === answer.code)
    const total = coupons.find(({ code }) => code === answer.code)!.buy_x_percentage_total ?? null
    const kind = couponKind(answer)
    if (kind === 'buyXGetY' && offer?.affected.length === 0)
      return { ...answer, applied: false, reason: 'not_applicable' }
    if (!offer) return isIncrementKind(kind) ? { ...answer, buy_x_percentage_total: total } : answer
    const dearest = offer.amounts.indexOf(Math.max(...offer.amounts))
    return {
      ...answer,
      all_affected_items: offer.affected,
      buyx_free_amount: toMajor(offer.amountMinor),
      vat_amount: toMajor(deductionVatMinor(offer.amounts, lines)),
      vat_rate: offer.amountMinor > 0 ? lines[dearest]!.vatRateBasisPoints / 100 : null,
    }
  })
}
