/** The free product that a coupon adds to the cart, beyond the specification's coupon entity. */
import type { CouponDefinition } from './coupon.ts'
import { toSku, type SkuUnits } from '../products/sku.ts'

export interface CouponGift extends SkuUnits {
  /** The coupon that gives it. */
  code: string
}

/** The gift of a stored coupon; null if it has none. */
export function giftOf(definition: CouponDefinition): CouponGift | null {
  const { code, gift_sku: sku, gift_quantity: quantity } = definition
  return sku ? { code, sku: toSku(sku), quantity: quantity ?? 1 } : null
}
