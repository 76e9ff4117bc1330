/**
 * Evaluates a shopper's codes for a cart (COUPON-20..25, COUPON-38): codes that were found are parsed,
 * checked against their minimum spend and priced together; rejected codes keep their reason. Dates, stores
 * and usage limits are checked before, in `domain/coupons`.
 */
import { missingAmount, type Missing } from '../coupons/missing.server.ts'
import { parseCoupon, parserOf } from '../coupons/coupon-parsers.server.ts'
import { kindOf } from '../coupons/coupon-kinds.ts'
import type { SkuUnits } from '../products/sku.ts'
import type { FoundCode } from '../coupons/coupon-book.server.ts'
import {
  nothingAnswered,
  type CartCoupon,
  type Coupon,
  type CouponDefinition,
  type CouponRefusalReason,
} from '../coupons/coupon.ts'
import { normalizeCode } from '../coupons/discount-code.ts'
import { toMinor, type Minor, largerMinor, sumMinor } from '../money/money.ts'
import { deductionVatMinor, priceUnits, withAgreedPrices } from '../pricing/price-cart.ts'
import type { OfferDeduction } from '../pricing/offer-deductions.ts'
import type { PriceCartInput } from '../pricing/priced-cart.ts'
import type { CurrencyDigits } from '../pricing/vat-view.ts'
import {
  percentageOffMinor,
  unitsToPercentage,
  workingLine,
  type WorkingLine,
} from '../pricing/working-line.ts'

/** A cart to evaluate codes for. */
export type CouponCart = Omit<PriceCartInput, 'coupons'>

/** The result of an offer for a cart. */
export interface OfferResult {
  affectedItems: readonly SkuUnits[]
  /** Gross minor units. */
  deductedMinor: Minor
  vatMinor: Minor
  /** VAT rate of the line that contributes most; null where nothing is deducted. */
  vatRateBasisPoints: number | null
}

/** A code that is applied to the cart. */
export interface AppliedCode {
  applied: true
  code: string
  definition: CouponDefinition
  coupon: Coupon
  /** Null: not an offer. */
  result: OfferResult | null
  /** The percentage 0–100 reached by a quantity increment. */
  percentTotal: number | null
  /** Why it gives nothing in this cart; null: it gives something. */
  missing: Missing | null
}

/**
 * A code that gives nothing, with the reason; without a definition where the shop does not reveal its terms.
 */
export interface RefusedCode {
  applied: false
  code: string
  reason: CouponRefusalReason
  definition: CouponDefinition | null
  /** What the cart is missing for the code; null: unknown, or nothing that the shopper could add. */
  missing: Missing | null
}

export type EvaluatedCode = AppliedCode | RefusedCode

/** The applied codes as pricing takes them, with the amounts reported to the cart. */
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

/**
 * The amount compared with a minimum spend: lines at tier prices, without gift cards and fees (COUPON-20).
 */
function couponSpendMinor(cart: CouponCart): Minor {
  const lines = cart.lines.map((line) => workingLine(line, null, cart.digits))
  return sumMinor(lines.filter((line) => line.takesFixed).map((line) => line.totalMinor))
}

const acceptsAmounts = ({ takesFixed }: WorkingLine) => takesFixed
const acceptsOffers = ({ takesOffers }: WorkingLine) => takesOffers

type Candidate = RefusedCode | { applied: true; definition: CouponDefinition; coupon: Coupon }

/** Checks a definition by itself: rejected where it is contradictory or the minimum spend is not reached. */
function candidateOf(definition: CouponDefinition, spendMinor: Minor): Candidate {
  const parsed = parseCoupon(definition)
  const refused = (reason: CouponRefusalReason, missing: Missing | null): RefusedCode => ({
    applied: false,
    code: definition.code,
    reason,
    definition,
    missing,
  })
  if (!parsed.ok) return refused('invalid', null)
  const missing = missingAmount(spendMinor, toMinor(definition.minimum_spend ?? 0))
  if (missing !== null) return refused('minimum_spend', missing)
  return { applied: true, definition, coupon: parsed.coupon }
}

/**
 * Evaluates definitions, in the order in which their codes were added, for a cart. Every code is returned
 * once: applied with its result, or rejected where its terms are contradictory, its minimum spend is not
 * reached, or its kind does not allow it in this cart.
 */
export function evaluateCoupons(
  given: CouponCart,
  definitions: readonly CouponDefinition[],
): EvaluatedCode[] {
  const cart = withAgreedPrices(given)
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
    const accepting = lines.filter(coupon.kind === 'fixed' ? acceptsAmounts : acceptsOffers)
    const lacking = parserOf(kindOf(coupon)).missing(coupon, accepting)
    if (kindOf(coupon).check(coupon, deducted, cart.lines) !== null)
      return { applied: false, code, reason: 'not_applicable', definition, missing: lacking }
    const reached = lines.filter(({ effective }) => effective?.code === coupon.code)
    // The units of an earned offer are taken: what the rest lacks is not what it asks for.
    const isEarned = (offer?.affected.length ?? 0) > 0
    const gives =
      definition.gift_sku != null ||
      (offer ? offer.amountMinor > 0 : coupon.kind === 'fixed' && accepting.length > 0) ||
      reached.some((line) => percentageOffMinor(line) > 0)
    const result = offer && {
      affectedItems: offer.affected,
      deductedMinor: offer.amountMinor,
      vatMinor: deductionVatMinor(offer.amounts, lines),
      vatRateBasisPoints:
        offer.amountMinor > 0
          ? lines[offer.amounts.indexOf(offer.amounts.reduce(largerMinor))]!.vatRateBasisPoints
          : null,
    }
    return {
      applied: true,
      code,
      definition,
      coupon,
      result: result ?? null,
      percentTotal: total?.percent ?? null,
      missing: gives
        ? null
        : (roundedAway({ reached, offer, offers, lines }, cart.digits) ??
          (isEarned ? null : lacking) ?? { what: 'better' }),
    }
  })
}

/**
 * Of a code that gives nothing although it is the one that reduces some lines, or rewards units that nothing else
 * reduces; null: it is not.
 */
function roundedAway({ reached, offer, offers, lines }: RoundedAway, digits: CurrencyDigits): Missing | null {
  if (reached.length > 0) {
    const units = reached.flatMap((line) => unitsToPercentage(line, digits) ?? [])
    return { what: 'rounding', units: units.length === 0 ? null : Math.min(...units) }
  }
  const isRewarded = ({ sku }: WorkingLine) => offer?.affected.some((item) => item.sku === sku)
  const rewarded = lines.filter(isRewarded)
  const isAlone = rewarded.every(({ effective }) => effective === null)
  const isFirst = offers.every(({ amountMinor }) => amountMinor === 0)
  return rewarded.length > 0 && isAlone && isFirst ? { what: 'rounding', units: null } : null
}

interface RoundedAway {
  /** The lines whose percentage is the code's. */
  reached: readonly WorkingLine[]
  /** What the code takes off as an offer, among those of the cart. */
  offer: OfferDeduction | undefined
  offers: readonly OfferDeduction[]
  lines: readonly WorkingLine[]
}

/** Every code that was found or rejected, in the order sent, with its result for the cart. */
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
        missing: null,
      },
  )
}
