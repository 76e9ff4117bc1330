/**
 * What the codes of a shopper come to for a real cart (COUPON-20..25, COUPON-38): those that the shop's coupons found are
 * parsed, compared with their minimum spend and priced together; those that were refused keep their reason. Dates, stores
 * and limits of use were judged before, in `domain/coupons`.
 */
import { parseCoupon } from '../coupons/coupon-parsers.server.ts'
import { kindOf } from '../coupons/coupon-kinds.ts'
import type { AffectedItem } from '../coupons/coupon-kind.ts'
import type { FoundCode } from '../coupons/coupon-book.server.ts'
import {
  nothingAnswered,
  type CartCoupon,
  type Coupon,
  type CouponDefinition,
  type CouponRefusalReason,
} from '../coupons/coupon.ts'
import { normalizeCode } from '../coupons/discount-code.ts'
import { toMinor } from '../money/money.ts'
import { deductionVatMinor, priceUnits } from '../pricing/price-cart.ts'
import type { PriceCartInput } from '../pricing/priced-cart.ts'
import { workingLine } from '../pricing/working-line.ts'

/** A cart to evaluate codes for. */
export type CouponCart = Omit<PriceCartInput, 'coupons'>

/** What an offer comes to for a cart. */
export interface OfferResult {
  affectedItems: readonly AffectedItem[]
  /** Gross. */
  deductedMinor: number
  vatMinor: number
  /** Of the line that gives most; null where nothing is deducted. */
  vatRateBasisPoints: number | null
}

/** A code that holds for the cart. */
export interface AppliedCode {
  applied: true
  code: string
  definition: CouponDefinition
  coupon: Coupon
  /** Null: no offer. */
  result: OfferResult | null
  /** The percentage 0–100 that a quantity increment has reached. */
  percentTotal: number | null
}

/** A code that gives nothing, and why; without a definition where the shop does not say what it promises. */
export interface RefusedCode {
  applied: false
  code: string
  reason: CouponRefusalReason
  definition: CouponDefinition | null
}

export type EvaluatedCode = AppliedCode | RefusedCode

/** The applied codes as the pricing takes them, with the amounts that the cart is told. */
export function cartCouponsOf(codes: readonly EvaluatedCode[]): CartCoupon[] {
  return codes.flatMap((code) => {
    if (!code.applied) return []
    const { coupon, result, percentTotal } = code
    return [
      {
        coupon,
        answered: {
          deductedMinor: result?.deductedMinor ?? null,
          vatMinor: result?.vatMinor ?? null,
          affectedItems: result?.affectedItems ?? [],
          percentTotal,
        },
      },
    ]
  })
}

/** The spend a minimum is compared with: tier prices, gift cards and fees left out (COUPON-20). */
function couponSpendMinor(cart: CouponCart): number {
  return cart.lines.reduce((spend, line) => {
    const working = workingLine(line, null, cart.digits)
    return working.takesFixed ? spend + working.totalMinor : spend
  }, 0)
}

type Candidate = RefusedCode | { applied: true; definition: CouponDefinition; coupon: Coupon }

/** A definition as it stands by itself: refused where it contradicts itself or the spend is too small. */
function candidateOf(definition: CouponDefinition, spendMinor: number): Candidate {
  const parsed = parseCoupon(definition)
  const refused = (reason: CouponRefusalReason): RefusedCode => ({
    applied: false,
    code: definition.code,
    reason,
    definition,
  })
  if (!parsed.ok) return refused('invalid')
  if (spendMinor < toMinor(definition.minimum_spend ?? 0)) return refused('minimum_spend')
  return { applied: true, definition, coupon: parsed.coupon }
}

/**
 * Evaluates definitions, in the order in which their codes were added, for a cart. Every code comes back once: applied
 * with what it comes to, or refused where its terms contradict themselves, its minimum spend is not reached or its kind
 * says that the cart may not keep it.
 */
export function evaluateCoupons(cart: CouponCart, definitions: readonly CouponDefinition[]): EvaluatedCode[] {
  const spend = couponSpendMinor(cart)
  const unique = new Map<string, CouponDefinition>()
  for (const definition of definitions) {
    const code = normalizeCode(definition.code)
    if (!unique.has(code)) unique.set(code, definition)
  }
  const candidates = [...unique.values()].map((definition) => candidateOf(definition, spend))
  const coupons = candidates.flatMap((candidate) =>
    candidate.applied ? [{ coupon: candidate.coupon, answered: nothingAnswered }] : [],
  )
  const { lines, granted, offers } = priceUnits({ ...cart, coupons })
  return candidates.map((candidate): EvaluatedCode => {
    if (!candidate.applied) return candidate
    const { definition, coupon } = candidate
    const { code } = definition
    const offer = offers.find((each) => each.coupon.coupon === coupon)
    const total = granted.find((grant) => grant.code === coupon.code && grant.source === 'buyXTotal')
    const deducted = {
      applied: true,
      affectedItems: offer?.affected ?? null,
      deductedMinor: offer?.amountMinor ?? null,
    }
    if (kindOf(coupon).check(coupon, deducted, cart.lines) !== null)
      return { applied: false, code, reason: 'not_applicable', definition }
    const result = offer && {
      affectedItems: offer.affected,
      deductedMinor: offer.amountMinor,
      vatMinor: deductionVatMinor(offer.amounts, lines),
      vatRateBasisPoints:
        offer.amountMinor > 0
          ? lines[offer.amounts.indexOf(Math.max(...offer.amounts))]!.vatRateBasisPoints
          : null,
    }
    return {
      applied: true,
      code,
      definition,
      coupon,
      result: result ?? null,
      percentTotal: total?.percent ?? null,
    }
  })
}

/** Every code that was found or refused, in the order sent, with what it comes to for the cart. */
export function evaluateCodes(cart: CouponCart, found: readonly FoundCode[]): EvaluatedCode[] {
  const definitions = found.flatMap((entry) => ('definition' in entry ? [entry.definition] : []))
  const evaluated = new Map(evaluateCoupons(cart, definitions).map((each) => [each.code, each]))
  return found.map(
    (entry): EvaluatedCode =>
      evaluated.get(entry.code) ?? {
        applied: false,
        code: entry.code,
        reason: 'reason' in entry ? entry.reason : 'invalid',
        definition: null,
      },
  )
}
