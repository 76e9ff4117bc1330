/** A coupon in the contract's shape (ENTITY-31..33): every field is there, null where it says nothing. */
import type { CouponAnswer } from '../contract/coupons.ts'
import { idListFields, resultNumberFields, termNumberFields } from '../domain/coupons/coupon-fields.ts'
import type { Coupon } from '../domain/coupons/coupon.ts'

type Of<Names extends readonly string[], Value> = Record<Names[number], Value>

export function viewCoupon(coupon: Coupon): CouponAnswer {
  const filled = <Names extends readonly (keyof Coupon)[], Value>(names: Names, empty: Value) =>
    Object.fromEntries(names.map((name) => [name, coupon[name] ?? empty])) as unknown as Of<Names, Value>
  return {
    code: coupon.code,
    applied: coupon.applied,
    failed_minimum_spend: coupon.failed_minimum_spend ?? false,
    reason: coupon.applied ? null : (coupon.reason ?? 'not_applicable'),
    discount_label: coupon.discount_label ?? '',
    specific_discount_categories: [...(coupon.specific_discount_categories ?? [])],
    all_affected_items: coupon.all_affected_items ? [...coupon.all_affected_items] : null,
    buy_x_get_items_whole_order: coupon.buy_x_get_items_whole_order ?? false,
    buy_x_buy_items_whole_order: coupon.buy_x_buy_items_whole_order ?? false,
    ...filled(idListFields, [] as number[]),
    ...filled(termNumberFields, null as number | null),
    ...filled(resultNumberFields, null as number | null),
  }
}
