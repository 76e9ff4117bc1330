/**
 * The cart's coupons as the checkout judges them: it knows the buyer, so a coupon they have used before can
 * be rejected here first.
 */
import type { CouponEntity } from '../../../domain/coupons/coupon.ts'
import { isSameCode } from '../../../domain/coupons/discount-code.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'

type Rejecting = Pick<CheckoutView, 'rejected_coupons'>

const refusalIn = (view: Rejecting, { code }: CouponEntity) =>
  view.rejected_coupons.find((refusal) => isSameCode(refusal.code, code))

/** The coupons with which the lines are priced, so that they add up to the sum. */
export function acceptedCoupons(coupons: readonly CouponEntity[], view: Rejecting): CouponEntity[] {
  return coupons.filter((coupon) => !refusalIn(view, coupon))
}

/** Coupons that the cart accepts and the checkout rejects, each with the reason. */
export function newlyRejectedCoupons(
  coupons: readonly CouponEntity[],
  view: Rejecting,
): CheckoutView['rejected_coupons'] {
  return coupons.flatMap((coupon) => (coupon.applied ? (refusalIn(view, coupon) ?? []) : []))
}
