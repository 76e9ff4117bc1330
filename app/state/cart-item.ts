/**
 * Lines of the cart as the browser stores them under `bex05` (ENTITY-27..30): the shape is the contract's,
 * amounts are decimal major units. They are displayed until the server's answer replaces them.
 */
import type { CartItem, LineOrigin, NewCartItem } from '../../contract/cart.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import { toMajor, toMinor } from '../../domain/money/money.ts'
import { readPrices, readTier, viewTier } from '../../domain/pricing/decimal-prices.ts'
import { linePrice, unitPriceAt } from '../../domain/pricing/tiers.ts'

/** The product data needed to add a line. */
export type AddableProduct = Pick<
  ProductCard,
  | 'id'
  | 'sku'
  | 'name'
  | 'slug'
  | 'type'
  | 'thumb'
  | 'prices'
  | 'vat'
  | 'categories'
  | 'group_id'
  | 'discount_category'
  | 'stock_status'
  | 'estimated_at'
  | 'cross_selling_price'
  | 'shipping'
>

/** Names of the fields that keep a line from merging with another (CART-02). */
export const originFields = [
  'cross_selling_product_id',
  'upselling_bundle_id',
  'offer_item_id',
  'added_by_coupon',
  'subscription_interval',
  'gift_recipient',
  'accessory_id',
  'related_id',
  'recommended_id',
] as const satisfies (keyof LineOrigin)[]

/** Whether a line may merge with others of its product: none of the origin fields is set (CART-02). */
export function isPlainItem(item: Partial<LineOrigin> & Pick<CartItem, 'fee'>): boolean {
  return !item.fee && originFields.every((field) => item[field] == null || item[field] === '')
}

/**
 * Whether a line has one price whatever the quantity, which also locks its quantity control (CART-16). The
 * same rule as `hasFixedPrice` in domain/cart, on the stored names.
 */
export function isFixedPriceItem(item: Partial<LineOrigin> & Pick<CartItem, 'fee'>): boolean {
  return (
    Boolean(item.fee || item.added_by_coupon) ||
    item.cross_selling_product_id != null ||
    item.upselling_bundle_id != null ||
    item.offer_item_id != null
  )
}

/** The line at another quantity, at that quantity's tier price (TIER-04). */
export function itemAtQuantity(item: CartItem, quantity: number): CartItem {
  if (isFixedPriceItem(item)) return { ...item, quantity }
  const priceMinor = unitPriceAt(item.pricing.map(readTier), quantity, toMinor(item.price))
  return { ...item, quantity, price: toMajor(priceMinor) }
}

/**
 * The line of an added product, at its tier price; a cross-sell has the product's cross-selling price
 * (UPSELL-05). Throws RangeError for a product without a price.
 */
export function cartItemOf(
  product: AddableProduct,
  quantity: number,
  origin: Partial<LineOrigin> = {},
): NewCartItem {
  const crossSelling = origin.cross_selling_product_id == null ? null : product.cross_selling_price
  const price = linePrice(
    readPrices(product.prices),
    quantity,
    crossSelling === null ? null : toMinor(crossSelling),
  )
  return {
    ...(Object.fromEntries(originFields.map((field) => [field, origin[field] ?? null])) as LineOrigin),
    type: product.type,
    thumb: product.thumb,
    name: product.name,
    slug: product.slug,
    product_id: product.id,
    sku: product.sku,
    quantity,
    price: toMajor(price.priceMinor),
    ordinary_price: toMajor(price.ordinaryMinor),
    pricing: price.tiers.map(viewTier),
    vat: product.vat,
    categories: product.categories.map(({ id }) => id),
    group_id: product.group_id,
    discount_category: product.discount_category,
    stock_status: product.stock_status,
    estimated_at: product.estimated_at,
    cart_notice: null,
    adjusted_quantity: null,
    campaign: price.campaign,
    shipping: product.shipping,
  }
}
