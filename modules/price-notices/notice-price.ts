/** The price that notices of a lower price compare: one unit, VAT included, as every consumer of the store pays it. Pure. */
import type { CartProduct } from '../../domain/catalogue/cart-product.ts'
import type { Minor } from '../../domain/money/money.ts'
import { linePrice } from '../../domain/pricing/tiers.ts'

/** Null: the product has no price now. A running campaign counts; codes and customer prices do not. */
export function noticePrice({ prices }: Pick<CartProduct, 'prices'>): Minor | null {
  return prices.normal.length + prices.campaign.length === 0 ? null : linePrice(prices, 1, null).priceMinor
}
