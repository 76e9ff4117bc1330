/**
 * Converts the browser's cart, in decimal major units, to the input of the pricing engine, in minor units.
 * The server prices with the same engine, so mini cart, checkout and order show the same numbers.
 */
import type { CartItem } from '../../contract/cart.ts'
import { productTypes } from '../../domain/catalogue/product-type.ts'
import type { CustomerDiscounts } from '../../domain/coupons/coupon-line.ts'
import { readCartCoupons, type CouponEntity } from '../../domain/coupons/coupon.ts'
import { toBasisPoints, toMinor } from '../../domain/money/money.ts'
import { readTier } from '../../domain/pricing/decimal-prices.ts'
import { priceCart } from '../../domain/pricing/price-cart.ts'
import type { PriceCartLine, PricedCart } from '../../domain/pricing/priced-cart.ts'
import type { CurrencyDigits } from '../../domain/pricing/vat-view.ts'
import { isFixedPriceItem } from './cart-item.ts'
import { toSku } from '../../domain/products/sku.ts'
import { toProductId } from '../../domain/products/product-id.ts'

/** A stored line as input of the pricing engine. Throws RangeError for amounts of more than two decimals. */
function priceCartLine(item: CartItem): PriceCartLine {
  return {
    uuid: item.uuid,
    sku: toSku(item.sku),
    productId: toProductId(item.product_id),
    quantity: item.quantity,
    priceMinor: toMinor(item.price),
    tiers: item.pricing.map(readTier),
    ordinaryMinor: toMinor(item.ordinary_price),
    vatRateBasisPoints: toBasisPoints(item.vat),
    groupId: item.group_id,
    discountCategory: item.discount_category,
    categoryIds: item.categories,
    giftCard: item.type === productTypes.GiftCard,
    fee: Boolean(item.fee),
    addedByCoupon: item.added_by_coupon || null,
    fixedPrice: isFixedPriceItem(item),
    crossSell: item.cross_selling_product_id != null,
    personalOffer: item.offer_item_id != null,
    campaign: item.campaign,
    agreement: item.agreement
      ? { tiers: item.agreement.pricing.map(readTier), isFixed: item.agreement.fixed }
      : null,
  }
}

/** What a cart's price depends on besides its lines. */
export interface CartPricing {
  /** Coupons as answered by sync-coupons; rejected ones are ignored. */
  coupons?: readonly CouponEntity[]
  /** The logged-in customer's discount map; absent for guests. */
  customerDiscounts?: CustomerDiscounts | undefined
  store: { currencyDigits: CurrencyDigits }
}

/** Prices the cart's lines. */
export function priceCartItems(items: readonly CartItem[], pricing: CartPricing): PricedCart {
  return priceCart({
    lines: items.map(priceCartLine),
    coupons: readCartCoupons(pricing.coupons ?? []),
    customerDiscounts: pricing.customerDiscounts ?? {},
    digits: pricing.store.currencyDigits,
  })
}
