/** The cart's codes as the checkout counts them: it knows who buys, so one used before may fall away here first. */
import type { CouponEntity } from '../../../domain/coupons/coupon.ts'
import { isSameCode } from '../../../domain/coupons/discount-code.ts'
import type { CheckoutView } from './checkout-types.ts'

type Rejecting = Pick<CheckoutView, 'rejected_coupons'>

const refusalIn = (view: Rejecting, { code }: CouponEntity) =>
  view.rejected_coupons.find((refusal) => isSameCode(refusal.code, code))

/** What the lines are priced with, so that they add up to the sum. */
export function codesThatCount(coupons: readonly CouponEntity[], view: Rejecting): CouponEntity[] {
  return coupons.filter((coupon) => !refusalIn(view, coupon))
}

/** Codes that the cart still counts and the checkout does not, each with the reason. */
export function codesFallenAway(
  coupons: readonly CouponEntity[],
  view: Rejecting,
): CheckoutView['rejected_coupons'] {
  return coupons.flatMap((coupon) => (coupon.applied ? (refusalIn(view, coupon) ?? []) : []))
}
