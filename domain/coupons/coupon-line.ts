/**
 * The lines of a cart as coupons see them. The caller converts its lines to these shapes; coupons depend on
 * neither the catalogue nor the cart.
 */
import type { Minor } from '../money/money.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

/** The product fields that a coupon can refer to. */
export interface CouponGoods {
  productId: ProductId
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
  sku: Sku
  /** Tier price before any coupon, so that another coupon never changes which units are the cheapest. */
  tierUnitMinor: Minor
  freeUnits: number
}

/** Units of one product: rewarded by a coupon, or in the cart that its stored result is compared with. */
export interface SkuUnits {
  sku: Sku
  quantity: number
}

/** Discount category → percentage 0–100 of the logged-in customer (ENTITY-40). */
export type CustomerDiscounts = Readonly<Record<string, number>>
