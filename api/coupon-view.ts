/** A coupon in the contract's shape (ENTITY-31..33): every field is present, null if it has no value. */
import type { z } from 'zod'
import { couponSchema } from '../contract/coupons.ts'
import type { EvaluatedCode } from '../domain/cart/evaluate-coupons.server.ts'
import { termFields, termFieldTypes } from '../domain/coupons/coupon-parsers.server.ts'
import type { Missing } from '../domain/coupons/missing.server.ts'
import type { CouponEntity, CouponFields } from '../domain/coupons/coupon.ts'
import { toMajor, type Minor } from '../domain/money/money.ts'

export const couponAnswer = couponSchema(termFields)
export type CouponAnswer = z.infer<typeof couponAnswer>

/** Default values for fields that a coupon leaves out of its terms. */
const emptyValues = { amount: null, number: null, optionalNumber: null, flag: false, ids: [], texts: [] }

type Terms = Pick<CouponAnswer, keyof typeof termFields>

function viewTerms(definition: CouponFields): Terms {
  const values = termFieldTypes.map(([name, type]) => [name, definition[name] ?? emptyValues[type]])
  return Object.fromEntries(values) as Terms
}

const majorOrNull = (amount: Minor | null | undefined): number | null =>
  amount == null ? null : toMajor(amount)

function viewMissing(missing: Missing | null, goods: string | null): CouponAnswer['missing'] {
  if (missing === null) return null
  return {
    what: missing.what === 'goods' && goods !== null ? 'named' : missing.what,
    goods,
    units: missing.what === 'units' || missing.what === 'rounding' ? missing.units : null,
    amount: missing.what === 'amount' ? toMajor(missing.amountMinor) : null,
    from: missing.what === 'amount' ? toMajor(missing.fromMinor) : null,
  }
}

/** A coupon's terms and its discount for the cart. `goods`: the name of the goods that it misses; null: they have none. */
export function viewCoupon(
  evaluated: EvaluatedCode,
  goods: string | null = null,
): CouponAnswer & CouponEntity {
  const { code, applied } = evaluated
  const definition = evaluated.definition ?? { code }
  const result = applied ? evaluated.result : null
  const reason = applied ? null : evaluated.reason
  return {
    code,
    applied,
    failed_minimum_spend: reason === 'minimum_spend',
    reason,
    discount_label: definition.discount_label ?? '',
    ...viewTerms(definition),
    all_affected_items: result ? [...result.affectedItems] : null,
    buyx_free_amount: majorOrNull(result?.deductedMinor),
    vat_amount: majorOrNull(result?.vatMinor),
    vat_rate: result?.vatRateBasisPoints == null ? null : result.vatRateBasisPoints / 100,
    buy_x_percentage_total: applied ? evaluated.percentTotal : null,
    missing: viewMissing(evaluated.missing, goods),
  }
}
