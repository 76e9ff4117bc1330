/**
 * The lines of a cart as coupons see them. Whoever has lines gives them in these shapes; coupons know neither the
 * catalogue nor the cart.
 */

/** What of a product a coupon can name. */
export interface CouponGoods {
  productId: number
  groupId: number | null
  categoryIds: readonly number[]
}

/** What of a line decides which percentages reach it. */
export interface DiscountableLine extends CouponGoods {
  discountCategory: string | null
}

/** A line that takes coupons, before any percentage. */
export interface CountedLine extends CouponGoods {
  /** Integer ≥ 1. */
  quantity: number
}

/** A line that takes offers, with its price and with the units that no offer has rewarded yet. */
export interface OfferLine extends CountedLine {
  uuid: string
  sku: string
  /** Tier price before any coupon, so that a further coupon never changes which units are the cheapest. */
  tierUnitMinor: number
  freeUnits: number
}

/** A line of a cart as far as a coupon that was answered earlier has to be compared with it. */
export interface CartUnits {
  sku: string
  quantity: number
}

/** Discount category → percentage 0–100 of the logged-in customer (ENTITY-40). */
export type CustomerDiscounts = Readonly<Record<string, number>>
