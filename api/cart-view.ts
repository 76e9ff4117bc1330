/** Converts cart lines between the contract and the domain. */
import { randomUUID } from 'node:crypto'
import type { CartItem, CartItemRequest } from '../contract/cart.ts'
import { readGiftRecipient, viewGiftRecipient } from './gift-recipient-view.ts'
import type { CartLine, RequestedLine } from '../domain/cart/cart-line.ts'
import type { CartProducts } from '../domain/catalogue/cart-product.ts'
import { productTypes } from '../domain/catalogue/product-type.ts'
import { toMajor } from '../domain/money/money.ts'
import { viewTier } from '../domain/pricing/decimal-prices.ts'
import { excludedMethods } from '../domain/shipping/shipping-methods.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { textsOf } from '../locales/texts.server.ts'
import { toSku } from '../domain/products/sku.ts'
import { toProductId, type ProductId, noProductId } from '../domain/products/product-id.ts'

/**
 * The lines of a request, in the order sent: products named by sku are looked up, new lines get a uuid. An
 * sku that the store does not sell gets `noProductId`. Only gift cards keep their recipient.
 */
export function requestedLines(
  catalogue: CartProducts,
  store: StoreCode,
  items: readonly CartItemRequest[],
): RequestedLine[] {
  const skus = items.flatMap(({ product_id, sku }) => (!product_id && sku ? [toSku(sku)] : []))
  const products = skus.length > 0 ? catalogue.cartProductsBySku(store, [...new Set(skus)]) : []
  const ids = new Map<string, ProductId>(products.map(({ sku, id }) => [sku, id]))
  const named = items.flatMap(({ product_id, gift_recipient }) =>
    product_id && gift_recipient ? [toProductId(product_id)] : [],
  )
  const receivable = named.length > 0 ? catalogue.cartProducts(store, [...new Set(named)]) : []
  const giftCards = new Set(
    [...products, ...receivable].flatMap(({ id, type }) => (type === productTypes.GiftCard ? [id] : [])),
  )
  const idOf = (id: number | null | undefined) => (id == null ? id : toProductId(id))
  const productOf = (item: CartItemRequest) =>
    item.product_id ? toProductId(item.product_id) : (ids.get(item.sku ?? '') ?? noProductId)
  return items.map((item) => ({
    uuid: item.uuid ?? randomUUID(),
    productId: productOf(item),
    quantity: item.quantity,
    crossSellingProductId: idOf(item.cross_selling_product_id),
    upsellingBundleId: item.upselling_bundle_id,
    offerItemId: item.offer_item_id,
    addedByCoupon: item.added_by_coupon,
    subscriptionInterval: item.subscription_interval,
    giftRecipient:
      item.gift_recipient && (giftCards.has(productOf(item)) ? readGiftRecipient(item.gift_recipient) : null),
    accessoryId: idOf(item.accessory_id),
    relatedId: idOf(item.related_id),
    recommendedId: idOf(item.recommended_id),
    fee: item.fee,
  }))
}

/** A line as returned, its notice in the store's language. */
export function viewCartItem(store: StoreCode, line: CartLine): CartItem {
  return {
    cross_selling_product_id: line.crossSellingProductId,
    upselling_bundle_id: line.upsellingBundleId,
    offer_item_id: line.offerItemId,
    added_by_coupon: line.addedByCoupon,
    subscription_interval: line.subscriptionInterval,
    gift_recipient: line.giftRecipient && viewGiftRecipient(line.giftRecipient),
    accessory_id: line.accessoryId,
    related_id: line.relatedId,
    recommended_id: line.recommendedId,
    type: line.type,
    thumb: line.thumb,
    name: line.name,
    slug: line.slug,
    product_id: line.productId,
    sku: line.sku,
    quantity: line.quantity,
    price: toMajor(line.priceMinor),
    ordinary_price: toMajor(line.ordinaryMinor),
    pricing: line.tiers.map(viewTier),
    vat: line.vatRateBasisPoints / 100,
    categories: [...line.categoryIds],
    group_id: line.groupId,
    discount_category: line.discountCategory,
    stock_status: line.stockStatus,
    estimated_at: line.estimatedAt,
    cart_notice: line.notice && textsOf(store).answers.cart_notice[line.notice],
    adjusted_quantity: line.loweredTo,
    campaign: line.campaign,
    ...(line.agreement && {
      agreement: { pricing: line.agreement.tiers.map(viewTier), fixed: line.agreement.isFixed },
    }),
    ...(line.packed && {
      shipping: {
        weight_grams: line.packed.weightGrams,
        excluded_methods: excludedMethods(store, line.packed),
      },
    }),
    ...(line.feeKind && { fee: line.feeKind }),
    uuid: line.uuid,
  }
}
