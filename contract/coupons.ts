/** Discount codes of a cart (ENTITY-31..33, API-20). Amounts are decimal major units, percentages numbers 0–100. */
import { z } from 'zod'
import { amount } from './amount.ts'
import { cartItemRequests, couponCodes } from './cart.ts'

const number = z.number().nullable()
const ids = z.array(z.number())

/** A code and what it comes to for the cart; every field of the entity is there, null where it says nothing. */
export const coupon = z.object({
  code: z.string(),
  applied: z.boolean(),
  failed_minimum_spend: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why the code is not applied' }),
  percentage_discount: number,
  specific_groups: ids,
  excluded_groups: ids,
  specific_discount_categories: z.array(z.string()),
  fixed_amount: amount.nullable(),
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
  buyx_free_amount: amount.nullable(),
  vat_amount: amount.nullable(),
  vat_rate: number,
  buy_x_quantity_interval_buy: number,
  buy_x_percentage_interval_get: number,
  buy_x_quantity_increment_buy: number,
  buy_x_increment_buy_quantity: number,
  buy_x_get_amount: number,
  coupon_buy_x_interval_amount_buy: amount.nullable(),
  coupon_buy_x_interval_amount_get: amount.nullable(),
  coupon_buy_x_increment_amount_buy: amount.nullable(),
  coupon_buy_x_increment_amount_get: amount.nullable(),
  buy_x_percentage_increment_get: number,
  buy_x_percentage_total: number,
  buy_x_get_items_whole_order: z.boolean(),
  buy_x_buy_items_whole_order: z.boolean(),
})
export type CouponAnswer = z.infer<typeof coupon>

/** A code that does not count, and why. */
export const rejectedCoupon = z.object({ code: z.string(), reason: z.string() })

/** POST /api/sync-coupons */
export const syncCouponsRequest = z.object({ coupons: couponCodes, cart_contents: cartItemRequests })
export const syncCouponsAnswer = z.array(coupon)
