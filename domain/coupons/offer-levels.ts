/**
 * How often an offer is earned: rewarded units of unit-count offers, levels of increments (COUPON-21, 34, 36,
 * 37, 38, 40). Counts and amounts in, counts out; which units they are is decided in `unit-sets.ts`.
 */
import { toBasisPoints, toMinorLeniently, wholeBasisPoints } from '../money/money.ts'
import { couponKind, type CouponTerms } from './coupon.ts'
import type { UnitCounts } from './unit-sets.ts'

/** Units an offer rewards; shared units it takes are no longer bought ones. */
type RewardRule = (terms: CouponTerms, counts: UnitCounts) => number

/** Buy-x-get-y: get_y units once per order, all or nothing (COUPON-21). */
const rewardOnce: RewardRule = (terms, { buy, get, getOnly }) => {
  const [buyX, getY] = [terms.buy_x ?? 0, terms.get_y ?? 0]
  const shared = Math.max(0, getY - getOnly)
  return getY <= get && buy - shared >= buyX ? getY : 0
}

/** Quantity interval: the largest r ≤ get units with floor((buy − shared units in r) / N) × M ≥ r (COUPON-34). */
const rewardEachInterval: RewardRule = (terms, { buy, get, getOnly }) => {
  const interval = terms.buy_x_quantity_interval_buy ?? 0
  const perInterval = terms.buy_x_get_amount ?? 1
  const isEarned = (r: number): boolean =>
    Math.floor((buy - Math.max(0, r - getOnly)) / interval) * perInterval >= r
  // A larger r is never earned where a smaller one is not, so the limit can be halved towards.
  let [earned, limit] = [0, get]
  while (earned < limit) {
    const middle = Math.ceil((earned + limit) / 2)
    if (isEarned(middle)) earned = middle
    else limit = middle - 1
  }
  return earned
}

/** How many units a unit-count offer rewards; 0 for every other kind. */
export function rewardedUnits(terms: CouponTerms, counts: UnitCounts): number {
  const kind = couponKind(terms)
  if (kind === 'buyXGetY') return rewardOnce(terms, counts)
  return kind === 'quantityInterval' ? rewardEachInterval(terms, counts) : 0
}

const withinPercent = (percent: number | null | undefined): number => Math.min(100, Math.max(0, percent ?? 0))

/** Basis points taken off a rewarded unit (COUPON-22, COUPON-23, COUPON-34). */
export function rewardBasisPoints(terms: CouponTerms): number {
  if (couponKind(terms) === 'quantityInterval')
    return toBasisPoints(withinPercent(terms.buy_x_percentage_interval_get))
  return terms.discount_type_value === 3
    ? wholeBasisPoints
    : toBasisPoints(withinPercent(terms.discount_type_percentage))
}

/** Levels of a quantity increment: 0 below the first threshold, then one more every N units (COUPON-37). */
export function incrementLevel(terms: CouponTerms, boughtUnits: number): number {
  const increment = terms.buy_x_quantity_increment_buy ?? 0
  const threshold = terms.buy_x_increment_buy_quantity ?? increment
  return boughtUnits < threshold ? 0 : 1 + Math.floor((boughtUnits - threshold) / increment)
}

/** Percentage a quantity increment has reached, at most 100 (COUPON-38). */
export function percentageTotal(terms: CouponTerms, boughtUnits: number): number {
  const basisPoints =
    incrementLevel(terms, boughtUnits) * toBasisPoints(withinPercent(terms.buy_x_percentage_increment_get))
  return Math.min(wholeBasisPoints, basisPoints) / 100
}

function amountPerLevel(
  spendMinor: number,
  each: number | null | undefined,
  amount: number | null | undefined,
): number {
  const eachMinor = toMinorLeniently(each)
  return eachMinor > 0 ? Math.floor(spendMinor / eachMinor) * Math.max(0, toMinorLeniently(amount)) : 0
}

/** Minor units an amount interval takes off the get set's sum (COUPON-36). */
export function intervalAmountMinor(terms: CouponTerms, spendMinor: number): number {
  return amountPerLevel(
    spendMinor,
    terms.coupon_buy_x_interval_amount_buy,
    terms.coupon_buy_x_interval_amount_get,
  )
}

/** Minor units an amount increment takes off each unit of the get set (COUPON-40). */
export function incrementAmountMinor(terms: CouponTerms, spendMinor: number): number {
  return amountPerLevel(
    spendMinor,
    terms.coupon_buy_x_increment_amount_buy,
    terms.coupon_buy_x_increment_amount_get,
  )
}
