/**
 * The lines of a cart as coupons see them. The caller converts its lines to these shapes; coupons depend on
 * neither the catalogue nor the cart.
 */
import type { Minor } from '../money/money.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

/** The product fields that a coupon can refer to: they decide which percentages and sets apply. */
export interface CouponGoods {
  productId: ProductId
  groupId: number | null
  categoryIds: readonly number[]
  discountCategory: string | null
}

/**
 * A line whose units coupons count: goods and a quantity, before any price. Every line that pricing gets is one
 * (`PriceCartLine`); only those that accept coupons are passed on.
 */
export interface CountedLine extends CouponGoods {
  /** Integer ≥ 1. */
  quantity: number
}

/**
 * A line that accepts offers, with its price and the units that no offer has rewarded yet. Pricing makes it
 * (`WorkingLine`); the coupon kinds read it.
 */
export interface OfferLine extends CountedLine {
  uuid: string
  sku: Sku
  /** Tier price before any coupon, so that another coupon never changes which units are the cheapest. */
  tierUnitMinor: Minor
  freeUnits: number
}

/** Discount category → percentage 0–100 of the logged-in customer (ENTITY-40). */
export type CustomerDiscounts = Readonly<Record<string, number>>
