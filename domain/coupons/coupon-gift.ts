/** The free product that a coupon adds to the cart, beyond the specification's coupon entity. */
import type { CouponDefinition } from './coupon.ts'
import { type Sku, toSku } from '../products/sku.ts'

export interface CouponGift {
  /** The coupon that gives it. */
  code: string
  sku: Sku
  /** Units, at least 1. */
  quantity: number
}

/** The gift of a stored coupon; null if it has none. */
export function giftOf(definition: CouponDefinition): CouponGift | null {
  const { code, gift_sku: sku, gift_quantity: quantity } = definition
  return sku ? { code, sku: toSku(sku), quantity: quantity ?? 1 } : null
}
