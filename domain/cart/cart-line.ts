/**
 * A line of a cart as the shop sells it now: built from the catalogue's product, never from what a browser
 * says it costs. It contains everything that pricing needs. Amounts in minor units, VAT included.
 */
import type { Picture } from '../../contract/catalogue.ts'
import type { GiftRecipient } from '../gift-cards/gift-recipient.ts'
import { productTypes } from '../catalogue/product-type.ts'
import type { StockStatusName } from '../catalogue/stock-status.ts'
import { type Minor, largerMinor, smallerMinor, zeroMinor } from '../money/money.ts'
import type { PersonalOffer } from '../../modules/personal-offer.ts'
import type { AgreedPrice, PriceCartLine } from '../pricing/priced-cart.ts'
import { promisedTiers, withPromise } from '../pricing/promised-price.ts'
import { linePrice, type LinePrice, type Tier } from '../pricing/tiers.ts'
import type { StockAllocation } from './allocate-stock.ts'
import type { CartProduct } from '../catalogue/cart-product.ts'
import type { PackedUnit } from '../products/packed-unit.ts'
import type { ProductId } from '../products/product-id.ts'

/** How a line was added: as a cross-sell, in a bundle, by a coupon … (ENTITY-29). Null: not this way. */
export interface LineOrigin {
  /** Product sold at its cross-selling price (UPSELL-05). */
  crossSellingProductId: ProductId | null
  upsellingBundleId: number | string | null
  offerItemId: number | string | null
  /** Code of the coupon that added the line; only the server creates such lines. */
  addedByCoupon: string | null
  /** Name of the interval (SUBS-01). */
  subscriptionInterval: string | null
  /** Who receives the gift card; null: the buyer. */
  giftRecipient: GiftRecipient | null
  accessoryId: ProductId | null
  relatedId: ProductId | null
  recommendedId: ProductId | null
}

/** An origin as the browser claims it, not yet verified. */
export type ClaimedOrigin = { [Field in keyof LineOrigin]?: LineOrigin[Field] | undefined }

/**
 * A line as requested: the shopper's choices, not the amounts. The API makes it from a request, a checkout
 * stores it (`StoredLine`), and `syncCart` turns it into a `CartLine` with the same uuid.
 */
export interface RequestedLine extends ClaimedOrigin {
  uuid: string
  productId: ProductId
  quantity: number
  /** Marks a fee; only the uuid of such a line is used. */
  fee?: string | null | undefined
  /** The prices promised to the line by the order that it renews, or by a purchase request; only the server sets it. */
  renewalPrices?: readonly Tier[] | null | undefined
}

/** Notice on a line that the shop changed or cannot sell (CART-12, CHECKOUT-15). */
export type CartNotice = 'unavailable' | 'quantity_lowered' | 'no_subscription'

/** Fees the shop adds to a cart. */
export type FeeKind = 'deposit'

/**
 * A line as the shop sells it now: a `RequestedLine` with the product's price, texts, stock and verified
 * origin. Made by `syncCart`; read by pricing, the API, the checkout and the order.
 */
export interface CartLine extends PriceCartLine, LineOrigin {
  name: string
  slug: string
  /** Product type, a value of `productTypes` (ENTITY-12). */
  type: number
  thumb: Picture | null
  priceMinor: Minor
  ordinaryMinor: Minor
  tiers: readonly Tier[]
  addedByCoupon: string | null
  campaign: boolean
  agreement: AgreedPrice | null
  feeKind: FeeKind | null
  /** One unit as carriers see it, of a set with its parts; null for fees. */
  packed: PackedUnit | null
  stockStatus: StockStatusName | null
  /** ISO date; null where the product is in stock or no date is known. */
  estimatedAt: string | null
  notice: CartNotice | null
  /** The prices that the line promises for its renewals; null where it is not renewed. */
  promisedPrices: readonly Tier[] | null
  /** The quantity to which the server lowered the line; null: unchanged. */
  loweredTo: number | null
  /** Whether the line can be ordered in its present form. */
  orderable: boolean
  /** The stock that ordering the line would reserve. */
  allocations: readonly StockAllocation[]
  /**
   * Starter batteries in one unit: dangerous goods that not every shipping method carries, subject to a
   * deposit in Germany.
   */
  startersPerUnit: number
}

/** Whether a line has one price for every quantity, which also locks its quantity control (CART-16). */
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
  giftRecipient: null,
  accessoryId: null,
  relatedId: null,
  recommendedId: null,
}

/** The result of stock allocation and the cart's checks for a line. */
export type LineState = Pick<
  CartLine,
  | 'stockStatus'
  | 'estimatedAt'
  | 'notice'
  | 'loweredTo'
  | 'orderable'
  | 'allocations'
  | 'startersPerUnit'
  | 'packed'
>

/** Whether the shop sells the line as it is asked for: it is not gone, and it has not fewer units. */
export function isLineUnchanged({
  orderable,
  loweredTo,
}: Pick<CartLine, 'orderable' | 'loweredTo'>): boolean {
  return orderable && loweredTo === null
}

/** The customer's own prices of a line. */
export interface LinePrices {
  /** The personal offer it is sold at. */
  offer: PersonalOffer | null
  /** The price agreed for its product; the pricing decides whether it applies. */
  agreement: AgreedPrice | null
}

const plainPrices: LinePrices = { offer: null, agreement: null }

/**
 * Builds the line of a product. A cross-sell has the product's cross-selling price (UPSELL-05), a line added
 * by a coupon costs nothing, one of a personal offer has that price. Throws RangeError for a product without a price.
 */
export function cartLine(
  product: CartProduct,
  { uuid, quantity, renewalPrices }: Pick<RequestedLine, 'uuid' | 'quantity' | 'renewalPrices'>,
  claimed: Partial<LineOrigin>,
  state: LineState,
  { offer, agreement }: LinePrices = plainPrices,
): CartLine {
  const origin = { ...plain, ...claimed }
  const price = withPromise(priceOf(product, quantity, origin, offer), renewalPrices ?? [], quantity)
  const isRenewed = origin.subscriptionInterval !== null && !renewalPrices
  return {
    // Field by field: building a cart of fifty lines by spreading takes several times the memory.
    crossSellingProductId: origin.crossSellingProductId,
    upsellingBundleId: origin.upsellingBundleId,
    offerItemId: origin.offerItemId,
    addedByCoupon: origin.addedByCoupon || null,
    subscriptionInterval: origin.subscriptionInterval,
    giftRecipient: origin.giftRecipient,
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
    promised: !price.isPromised
      ? null
      : origin.subscriptionInterval === null
        ? 'purchaseRequest'
        : 'subscription',
    promisedPrices: isRenewed ? promisedTiers(product.prices) : null,
    vatRateBasisPoints: product.vatRateBasisPoints,
    categoryIds: product.categoryIds,
    groupId: product.groupId,
    discountCategory: product.discountCategory,
    giftCard: product.type === productTypes.GiftCard,
    fee: false,
    feeKind: null,
    fixedPrice: hasFixedPrice(origin),
    crossSell: origin.crossSellingProductId !== null,
    personalOffer: offer !== null,
    agreement,
    packed: state.packed,
    stockStatus: state.stockStatus,
    estimatedAt: state.estimatedAt,
    notice: state.notice,
    loweredTo: state.loweredTo,
    orderable: state.orderable,
    allocations: state.allocations,
    startersPerUnit: state.startersPerUnit,
  }
}

function priceOf(
  product: CartProduct,
  quantity: number,
  origin: LineOrigin,
  offer: PersonalOffer | null,
): LinePrice {
  const crossSelling = origin.crossSellingProductId === null ? null : product.crossSellingMinor
  const price = linePrice(product.prices, quantity, crossSelling)
  if (offer !== null) {
    // A lower price that everybody gets is the customer's too.
    const unitMinor = smallerMinor(offer.priceMinor, price.priceMinor)
    const ordinaryMinor = largerMinor(price.priceMinor, price.ordinaryMinor)
    return {
      ...price,
      priceMinor: unitMinor,
      ordinaryMinor,
      tiers: [{ quantity: 1, unitMinor }],
      campaign: false,
    }
  }
  if (!origin.addedByCoupon) return price
  const free = zeroMinor
  return { ...price, priceMinor: free, tiers: [{ quantity: 1, unitMinor: free }], campaign: false }
}

/** The stored part of a line: the choices, not the amounts. */
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

/** Names of the origin fields that prevent a line from merging with another (CART-02). */
export const originFields = Object.keys(plain) as (keyof LineOrigin)[]
