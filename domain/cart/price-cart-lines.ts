/**
 * Between the cart's lines as the API speaks them (decimal major units) and the pricing core (minor units), so
 * that mini cart, checkout and server come to the same numbers.
 */
import { productTypes } from '../catalogue/product-type.ts'
import type { CustomerDiscounts } from '../coupons/coupon-line.ts'
import { readCartCoupons, type CouponEntity } from '../coupons/coupon.ts'
import { toBasisPoints, toMinor } from '../money/money.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { PriceCartLine, PricedCart } from '../pricing/priced-cart.ts'
import type { CurrencyDigits } from '../pricing/vat-view.ts'
import { hasFixedPrice, type CartItem } from './cart-item.ts'

/** A cart line as the pricing core takes it. Throws RangeError for amounts of more than two decimals. */
export function priceCartLine(item: CartItem): PriceCartLine {
  return {
    uuid: item.uuid,
    sku: item.sku,
    productId: item.product_id,
    quantity: item.quantity,
    priceMinor: toMinor(item.price),
    tiers: item.pricing.map(({ q, p }) => ({ q, p: toMinor(p) })),
    ordinaryMinor: toMinor(item.ordinary_price),
    vatRateBasisPoints: toBasisPoints(item.vat),
    groupId: item.group_id,
    discountCategory: item.discount_category,
    categoryIds: item.categories,
    giftCard: item.type === productTypes.GiftCard,
    fee: Boolean(item.fee),
    addedByCoupon: item.added_by_coupon || null,
    fixedPrice: hasFixedPrice(item),
    crossSell: item.cross_selling_product_id != null,
    campaign: item.campaign,
  }
}

/** What a cart's price depends on besides its lines. */
export interface CartPricing {
  /** Codes as answered by sync-coupons; unapplied ones count for nothing. */
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

/** The amount a minimum order is compared with: the sum without fees, gross, after discounts (MINORD-04). */
export function minimumOrderSumMinor(cart: PricedCart): number {
  return cart.sumMinor - cart.feesMinor
}
