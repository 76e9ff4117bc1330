/** A coupon as the API answers it (ENTITY-31..33): every field of the entity is there, null where it says nothing. */
import { z } from 'zod'
import { idListFields, resultNumberFields, termNumberFields } from '../domain/coupons/coupon-fields.ts'
import type { Coupon } from '../domain/coupons/coupon.ts'

const number = z.number().nullable()
const ids = z.array(z.number())

export const couponAnswer = z.object({
  code: z.string(),
  applied: z.boolean(),
  failed_minimum_spend: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why the code is not applied' }),
  percentage_discount: number,
  specific_groups: ids,
  excluded_groups: ids,
  specific_discount_categories: z.array(z.string()),
  fixed_amount: number,
  buy_x: number,
  get_y: number,
  buy_products: ids,
  get_products: ids,
  buy_categories: ids,
  get_categories: ids,
  buy_groups: ids,
  get_groups: ids,
  discount_label: z.string(),
  all_affected_items: z.array(z.object({ sku: z.string(), quantity: z.number() })).nullable(),
  discount_type_percentage: number,
  discount_type_value: number,
  buyx_free_amount: number,
  vat_amount: number,
  vat_rate: number,
  buy_x_quantity_interval_buy: number,
  buy_x_percentage_interval_get: number,
  buy_x_quantity_increment_buy: number,
  buy_x_increment_buy_quantity: number,
  buy_x_get_amount: number,
  coupon_buy_x_interval_amount_buy: number,
  coupon_buy_x_interval_amount_get: number,
  coupon_buy_x_increment_amount_buy: number,
  coupon_buy_x_increment_amount_get: number,
  buy_x_percentage_increment_get: number,
  buy_x_percentage_total: number,
  buy_x_get_items_whole_order: z.boolean(),
  buy_x_buy_items_whole_order: z.boolean(),
})
export type CouponAnswer = z.infer<typeof couponAnswer>

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
