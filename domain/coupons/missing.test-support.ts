/** Lines for tests of what coupons are missing. */
import { minor } from '../money/money.ts'
import { toProductId } from '../products/product-id.ts'
import { toSku } from '../products/sku.ts'
import type { OfferLine } from './coupon-line.ts'

interface SomeLine {
  groupId?: number
  discountCategory?: string
  quantity: number
  tierUnitMinor?: number
}

export function someOfferLine({
  groupId,
  discountCategory,
  quantity,
  tierUnitMinor = 100,
}: SomeLine): OfferLine {
  return {
    uuid: `line-${groupId}`,
    sku: toSku(`SKU-${groupId}`),
    productId: toProductId(groupId ?? 1),
    groupId: groupId ?? null,
    categoryIds: [],
    discountCategory: discountCategory ?? null,
    quantity,
    tierUnitMinor: minor(tierUnitMinor),
    freeUnits: quantity,
  }
}
