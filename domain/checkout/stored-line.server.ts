/**
 * A checkout's lines as its row stores them in JSON: a `RequestedLine` under the member names that rows which
 * already exist have. Only the checkout repository reads and writes them.
 */
import type { RequestedLine } from '../cart/cart-line.ts'
import type { ProductId } from '../products/product-id.ts'

export interface StoredLine {
  uuid: string
  product_id: ProductId
  quantity: number
  cross_selling_product_id?: RequestedLine['crossSellingProductId'] | undefined
  upselling_bundle_id?: RequestedLine['upsellingBundleId'] | undefined
  offer_item_id?: RequestedLine['offerItemId'] | undefined
  added_by_coupon?: RequestedLine['addedByCoupon'] | undefined
  subscription_interval?: RequestedLine['subscriptionInterval'] | undefined
  gift_recipient?: RequestedLine['giftRecipient'] | undefined
  accessory_id?: RequestedLine['accessoryId'] | undefined
  related_id?: RequestedLine['relatedId'] | undefined
  recommended_id?: RequestedLine['recommendedId'] | undefined
  fee?: RequestedLine['fee'] | undefined
  renewal_prices?: RequestedLine['renewalPrices'] | undefined
}

export function storedLine(line: RequestedLine): StoredLine {
  return {
    uuid: line.uuid,
    product_id: line.productId,
    quantity: line.quantity,
    cross_selling_product_id: line.crossSellingProductId,
    upselling_bundle_id: line.upsellingBundleId,
    offer_item_id: line.offerItemId,
    added_by_coupon: line.addedByCoupon,
    subscription_interval: line.subscriptionInterval,
    gift_recipient: line.giftRecipient,
    accessory_id: line.accessoryId,
    related_id: line.relatedId,
    recommended_id: line.recommendedId,
    fee: line.fee,
    renewal_prices: line.renewalPrices,
  }
}

export function readStoredLine(stored: StoredLine): RequestedLine {
  return {
    uuid: stored.uuid,
    productId: stored.product_id,
    quantity: stored.quantity,
    crossSellingProductId: stored.cross_selling_product_id,
    upsellingBundleId: stored.upselling_bundle_id,
    offerItemId: stored.offer_item_id,
    addedByCoupon: stored.added_by_coupon,
    subscriptionInterval: stored.subscription_interval,
    giftRecipient: stored.gift_recipient,
    accessoryId: stored.accessory_id,
    relatedId: stored.related_id,
    recommendedId: stored.recommended_id,
    fee: stored.fee,
    renewalPrices: stored.renewal_prices,
  }
}
