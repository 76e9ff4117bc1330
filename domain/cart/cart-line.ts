/**
 * A line of a cart as the shop sells it now: made from a product of the catalogue, never from what a browser says it
 * costs. It is priced as it is, so it holds everything pricing needs. Amounts in minor units, VAT included.
 */
import type { Picture } from '../catalogue/picture.ts'
import { productTypes } from '../catalogue/product-type.ts'
import type { StockStatusName } from '../catalogue/stock-status.ts'
import { minor, type Minor } from '../money/money.ts'
import type { PriceCartLine } from '../pricing/priced-cart.ts'
import { linePrice, type LinePrice, type Tier } from '../pricing/tiers.ts'
import type { StockTake } from './allocate-stock.ts'
import type { CartProduct } from '../catalogue/cart-product.ts'

/** Where a line comes from when it is not a plain one (ENTITY-29); null: not so. */
export interface LineOrigin {
  /** Product sold at its cross-selling price (UPSELL-05). */
  crossSellingProductId: number | null
  upsellingBundleId: number | string | null
  offerItemId: number | string | null
  /** Code of the coupon that added the line; the server alone makes such lines. */
  addedByCoupon: string | null
  /** Name of the interval (SUBS-01). */
  subscriptionInterval: string | null
  accessoryId: number | null
  relatedId: number | null
  recommendedId: number | null
}

/** An origin as far as it is claimed. */
export type ClaimedOrigin = { [Field in keyof LineOrigin]?: LineOrigin[Field] | undefined }

/** A line as it is asked for and remembered: the choices, not the amounts. */
export interface RequestedLine extends ClaimedOrigin {
  uuid: string
  productId: number
  quantity: number
  /** Names a fee; of such a line only the uuid is used. */
  fee?: string | null | undefined
}

/** What a line says where the shop had to change it or cannot sell it (CART-12, CHECKOUT-15). */
export type CartNotice = 'unavailable' | 'quantity_lowered' | 'no_subscription'

/** Fees the shop adds to a cart. */
export type FeeKind = 'deposit'

export interface CartLine extends PriceCartLine, LineOrigin {
  name: string
  slug: string
  /** Number of `productTypes` (ENTITY-12). */
  type: number
  thumb: Picture | null
  priceMinor: Minor
  ordinaryMinor: Minor
  tiers: readonly Tier[]
  addedByCoupon: string | null
  campaign: boolean
  feeKind: FeeKind | null
  starterBattery: boolean
  stockStatus: StockStatusName | null
  /** ISO date; null where the goods are in stock or nothing is known. */
  estimatedAt: string | null
  notice: CartNotice | null
  /** The quantity the server had to lower the line to; null: as asked for. */
  loweredTo: number | null
  /** Whether the line can be ordered as it is here. */
  orderable: boolean
  /** What ordering the line would take from stock. */
  takes: readonly StockTake[]
  /** Starter batteries in one unit: dangerous goods that not every shipping method takes, under deposit in Germany. */
  startersPerUnit: number
}

/** Whether a line is sold at one price whatever the quantity, which also locks its quantity control (CART-16). */
export function hasFixedPrice(
  line: Pick<ClaimedOrigin, 'crossSellingProductId' | 'upsellingBundleId' | 'offerItemId' | 'addedByCoupon'>,
): boolean {
  return (
    line.crossSellingProductId != null ||
    line.upsellingBundleId != null ||
    line.offerItemId != null ||
    Boolean(line.addedByCoupon)
  )
}

const plain: LineOrigin = {
  crossSellingProductId: null,
  upsellingBundleId: null,
  offerItemId: null,
  addedByCoupon: null,
  subscriptionInterval: null,
  accessoryId: null,
  relatedId: null,
  recommendedId: null,
}

/** What stock and the checks of a cart say about a line. */
export type LineState = Pick<
  CartLine,
  'stockStatus' | 'estimatedAt' | 'notice' | 'loweredTo' | 'orderable' | 'takes' | 'startersPerUnit'
>

/**
 * The line of a product. A cross-sell is sold at the product's cross-selling price (UPSELL-05), what a coupon adds for
 * nothing. Throws RangeError for a product without a price.
 */
export function cartLine(
  product: CartProduct,
  { uuid, quantity }: { uuid: string; quantity: number },
  claimed: Partial<LineOrigin>,
  state: LineState,
): CartLine {
  const origin = { ...plain, ...claimed }
  const price = priceOf(product, quantity, origin)
  return {
    // Field by field: a cart of fifty lines made by spreading takes several times the memory.
    crossSellingProductId: origin.crossSellingProductId,
    upsellingBundleId: origin.upsellingBundleId,
    offerItemId: origin.offerItemId,
    addedByCoupon: origin.addedByCoupon || null,
    subscriptionInterval: origin.subscriptionInterval,
    accessoryId: origin.accessoryId,
    relatedId: origin.relatedId,
    recommendedId: origin.recommendedId,
    uuid,
    type: product.type,
    thumb: product.thumb,
    name: product.name,
    slug: product.slug,
    productId: product.id,
    sku: product.sku,
    quantity,
    priceMinor: price.priceMinor,
    ordinaryMinor: price.ordinaryMinor,
    tiers: price.tiers,
    campaign: price.campaign,
    vatRateBasisPoints: product.vatRateBasisPoints,
    categoryIds: product.categoryIds,
    groupId: product.groupId,
    discountCategory: product.discountCategory,
    giftCard: product.type === productTypes.GiftCard,
    fee: false,
    feeKind: null,
    fixedPrice: hasFixedPrice(origin),
    crossSell: origin.crossSellingProductId !== null,
    starterBattery: product.starterBattery,
    stockStatus: state.stockStatus,
    estimatedAt: state.estimatedAt,
    notice: state.notice,
    loweredTo: state.loweredTo,
    orderable: state.orderable,
    takes: state.takes,
    startersPerUnit: state.startersPerUnit,
  }
}

function priceOf(product: CartProduct, quantity: number, origin: LineOrigin): LinePrice {
  const crossSelling = origin.crossSellingProductId === null ? null : product.crossSellingMinor
  const price = linePrice(product.prices, quantity, crossSelling)
  if (!origin.addedByCoupon) return price
  const free = minor(0)
  return { ...price, priceMinor: free, tiers: [{ quantity: 1, unitMinor: free }], campaign: false }
}

/** What of a line the shop remembers: the choices, not the amounts. */
export function requestOf(line: CartLine): RequestedLine {
  return {
    uuid: line.uuid,
    productId: line.productId,
    quantity: line.quantity,
    ...(line.feeKind && { fee: line.feeKind }),
    ...Object.fromEntries(
      originFields.filter((field) => line[field] != null).map((field) => [field, line[field]]),
    ),
  }
}

/** Names of the fields that keep a line from merging with another (CART-02). */
export const originFields = Object.keys(plain) as (keyof LineOrigin)[]
