/**
 * The free products that a cart's codes add to it. A gift is added by an applied code, never because a
 * browser claims one; only the uuid of a matching gift line that was sent is kept.
 */
import { randomUUID } from 'node:crypto'
import { productTypes } from '../catalogue/product-type.ts'
import type { FoundCode } from '../coupons/coupon-book.server.ts'
import { giftOf } from '../coupons/coupon-gift.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { RequestedLine } from './cart-line.ts'
import type { EvaluatedCode } from './evaluate-coupons.server.ts'
import type { Gift, SyncCartServices } from './sync-cart.server.ts'

/** Whether any of the codes adds a gift; otherwise there is nothing to do. */
export function grantsGift(found: readonly FoundCode[]): boolean {
  return found.some((entry) => 'definition' in entry && giftOf(entry.definition) !== null)
}

/** The gifts of the applied codes in `found`, one per code, of products the store sells. */
export function giftsOf(
  services: Pick<SyncCartServices, 'catalogue'>,
  store: StoreCode,
  found: readonly FoundCode[],
  coupons: readonly EvaluatedCode[],
  sent: readonly RequestedLine[],
): Gift[] {
  const applied = new Set(coupons.filter((coupon) => coupon.applied).map((coupon) => coupon.code))
  const given = found.flatMap((entry) =>
    'definition' in entry && applied.has(entry.code) ? (giftOf(entry.definition) ?? []) : [],
  )
  const skus = new Set(given.map(({ sku }) => sku))
  const products = services.catalogue.cartProductsBySku(store, [...skus])
  const bySku = new Map(products.map((product) => [product.sku, product]))
  return given.flatMap(({ code, sku, quantity }) => {
    const product = bySku.get(sku)
    // A gift card is money and is never given away as a gift.
    if (!product || product.type === productTypes.GiftCard) return []
    const before = sent.find((line) => line.addedByCoupon === code && line.productId === product.id)
    return [{ code, productId: product.id, quantity, uuid: before?.uuid ?? randomUUID() }]
  })
}
