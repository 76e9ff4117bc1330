/**
 * The lines of a cart as coupons see them. The caller converts its lines to these shapes; coupons depend on
 * neither the catalogue nor the cart.
 */
import type { Minor } from '../money/money.ts'

/** The product fields that a coupon can refer to. */
export interface CouponGoods {
  productId: number
  groupId: number | null
  categoryIds: readonly number[]
}

/** The line fields that decide which percentages apply. */
export interface DiscountableLine extends CouponGoods {
  discountCategory: string | null
}

/** A line that accepts coupons, before any percentage. */
export interface CountedLine extends CouponGoods {
  /** Integer ≥ 1. */
  quantity: number
}

/** A line that accepts offers, with its price and the units that no offer has rewarded yet. */
export interface OfferLine extends CountedLine {
  uuid: string
  sku: string
  /** Tier price before any coupon, so that another coupon never changes which units are the cheapest. */
  tierUnitMinor: Minor
  freeUnits: number
}

/** The line fields needed to compare a cart with a coupon's stored result. */
export interface CartUnits {
  sku: string
  quantity: number
}

/** Discount category → percentage 0–100 of the logged-in customer (ENTITY-40). */
export type CustomerDiscounts = Readonly<Record<string, number>>
