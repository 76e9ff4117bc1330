/**
 * A line of the cart as the API and the browser's store hold it (ENTITY-27..30), and how an added product
 * becomes one. Amounts are decimal major units, VAT included.
 */
import { productTypes } from '../catalogue/product-type.ts'
import { activeTiers, hasCampaign, tierAt, type Prices, type Tier } from '../pricing/tiers.ts'

export interface Thumb {
  url: string
  width: number
  height: number
}

/** Where a line comes from when it is not a plain one (ENTITY-29); null or absent = not so. */
export interface LineOrigin {
  /** Id of the product sold at its cross-selling price (UPSELL-05). */
  cross_selling_product_id: number | null
  upselling_bundle_id: number | string | null
  offer_item_id: number | string | null
  /** Code of the coupon that put the line here; such lines are made by the server alone. */
  added_by_coupon: string | null
  /** Name of the interval (SUBS-01). */
  subscription_interval: string | null
  accessory_id: number | null
  related_id: number | null
  recommended_id: number | null
}

export interface CartItem extends LineOrigin {
  uuid: string
  /** Number of `productTypes` (ENTITY-12). */
  type: number
  thumb: Thumb | null
  name: string
  slug: string
  product_id: number
  sku: string
  quantity: number
  /** Unit price of the tier in force. */
  price: number
  /** Unit price before campaign, cross-sell or offer; equal to `price` where there is none. */
  ordinary_price: number
  pricing: Tier[]
  /** Percent. */
  vat: number
  /** Category ids. */
  categories: number[]
  group_id: number | null
  discount_category: string | null
  stock_status: string | null
  estimated_at: string | number | null
  cart_notice: string | null
  /** Set where the server had to change the quantity. */
  adjusted_quantity: boolean | number | null
  /** Whether the price comes from the campaign tiers. */
  campaign: boolean
  /** Beyond the specification: names a fee the server added (`deposit`); such a line takes no coupon. */
  fee?: string | null
  /** Beyond the specification: set on starter batteries, which not every way of delivery takes. */
  starter_battery?: boolean
}

/** Units that have to be carried to the buyer: no fees, and no gift cards, which come by mail. */
export function travellingUnits(items: readonly Pick<CartItem, 'type' | 'quantity' | 'fee'>[]): number {
  return items.reduce(
    (sum, item) => (item.fee || item.type === productTypes.GiftCard ? sum : sum + item.quantity),
    0,
  )
}

/** A line that has no uuid yet. */
export type NewCartItem = Omit<CartItem, 'uuid'>

/** What of a product the cart needs; the API's product and search result both fit (`ProductCard`). */
export interface AddableProduct {
  id: number
  sku: string
  name: string
  slug: string
  type?: number
  thumb?: Thumb | null
  prices: Prices
  vat: number
  group_id?: number | null
  discount_category?: string | null
  categories?: readonly (number | { id: number })[]
  stock_status?: string | null
  estimated_at?: string | number | null
  cross_selling_price?: number | null
  starter_battery?: boolean
}

/** Names of the fields that keep a line from merging with another (CART-02). */
export const originFields = [
  'cross_selling_product_id',
  'upselling_bundle_id',
  'offer_item_id',
  'added_by_coupon',
  'subscription_interval',
  'accessory_id',
  'related_id',
  'recommended_id',
] as const satisfies (keyof LineOrigin)[]

/** Whether a line may merge with others of its product: none of the origins is set (CART-02). */
export function isPlainLine(item: Partial<LineOrigin> & { fee?: string | null }): boolean {
  return !item.fee && originFields.every((field) => item[field] == null || item[field] === '')
}

/** Whether a line is sold at one price whatever the quantity, which also locks its quantity control (CART-16). */
export function hasFixedPrice(item: Partial<LineOrigin> & { fee?: string | null }): boolean {
  return (
    item.cross_selling_product_id != null ||
    item.upselling_bundle_id != null ||
    item.offer_item_id != null ||
    Boolean(item.added_by_coupon) ||
    Boolean(item.fee)
  )
}

/**
 * The cart line of an added product. Its price is the tier's; a cross-sell is sold at the product's
 * cross-selling price (UPSELL-05). Throws RangeError for a product without a price.
 */
export function lineOf(
  product: AddableProduct,
  quantity: number,
  origin: Partial<LineOrigin> = {},
): NewCartItem {
  const tiers = activeTiers(product.prices)
  const tier = tierAt(tiers, quantity) ?? tiers[0]
  if (!tier) throw new RangeError(`product ${product.id} has no price`)
  const ordinary = tier.o ?? tiers[0]!.p
  const crossSelling = origin.cross_selling_product_id == null ? null : (product.cross_selling_price ?? null)
  return {
    // Field by field: a cart of fifty lines made by spreading takes several times the memory.
    cross_selling_product_id: origin.cross_selling_product_id ?? null,
    upselling_bundle_id: origin.upselling_bundle_id ?? null,
    offer_item_id: origin.offer_item_id ?? null,
    added_by_coupon: origin.added_by_coupon ?? null,
    subscription_interval: origin.subscription_interval ?? null,
    accessory_id: origin.accessory_id ?? null,
    related_id: origin.related_id ?? null,
    recommended_id: origin.recommended_id ?? null,
    type: product.type ?? productTypes.Standard,
    thumb: product.thumb ?? null,
    name: product.name,
    slug: product.slug,
    product_id: product.id,
    sku: product.sku,
    quantity,
    price: crossSelling ?? tier.p,
    ordinary_price: ordinary,
    pricing: crossSelling === null ? tiers.map(({ q, p }) => ({ q, p })) : [{ q: 1, p: crossSelling }],
    vat: product.vat,
    categories: (product.categories ?? []).map((category) =>
      typeof category === 'number' ? category : category.id,
    ),
    group_id: product.group_id ?? null,
    discount_category: product.discount_category ?? null,
    stock_status: product.stock_status ?? null,
    estimated_at: product.estimated_at ?? null,
    cart_notice: null,
    adjusted_quantity: null,
    campaign: crossSelling === null && hasCampaign(product.prices),
    ...(product.starter_battery && { starter_battery: true }),
  }
}
