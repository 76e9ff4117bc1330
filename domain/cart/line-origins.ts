/**
 * Verifies the origins that a browser claims for a line: the shop must relate those products, or the product
 * must offer that interval. An invalid claim is dropped, and the line is sold as a plain one. Coupon gifts
 * and fees are created by the server only and never accepted from a browser.
 */
import type { LineOrigin, RequestedLine } from './cart-line.ts'
import { productTypes } from '../catalogue/product-type.ts'
import { readInterval } from '../intervals/interval.ts'
import { type ProductId, toProductId } from '../products/product-id.ts'

export type RelationKind = 'accessory' | 'related' | 'cross_sell' | 'upsell' | 'recommended'

export interface ProductRelations {
  /** Products related to `target` in this way. */
  sources(kind: RelationKind, target: ProductId): ReadonlySet<ProductId>
}

export const noRelations: ProductRelations = { sources: () => new Set() }

/** Product ids that a line's claims name. */
export function claimedSources(line: RequestedLine): ProductId[] {
  return [
    line.crossSellingProductId,
    line.accessoryId,
    line.relatedId,
    line.recommendedId,
    bundleSource(line),
  ].filter((id): id is ProductId => id != null && isStoredId(id))
}

/** Whether a number can be an id in the database. */
const isStoredId = (id: number): boolean => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31

/** The product whose bundle a line claims to be part of; null: none, or a claim that is not an id. */
function bundleSource({ upsellingBundleId }: RequestedLine): ProductId | null {
  const id = Number(upsellingBundleId ?? Number.NaN)
  return isStoredId(id) ? toProductId(id) : null
}

/**
 * The verified origins of a line. A claim may name the product it came from, or (as a cross-sell does in the
 * browser) the product itself, which must then be related to another product in the cart. `fullPriced` holds
 * the products of lines that are not cross-sells: two cross-sells cannot justify each other.
 */
export function genuineOrigins(
  line: RequestedLine,
  product: { id: ProductId; type: number; subscriptionIntervals: readonly string[] },
  fullPriced: { has(productId: ProductId): boolean },
  relations: ProductRelations,
): Partial<LineOrigin> {
  const related = (kind: RelationKind, claim: ProductId | null | undefined): boolean => {
    if (claim == null) return false
    const sources = relations.sources(kind, product.id)
    return claim === product.id ? [...sources].some((id) => fullPriced.has(id)) : sources.has(claim)
  }
  const origin: Partial<LineOrigin> = {}
  const crossSell = line.crossSellingProductId
  if (related('cross_sell', crossSell) && (crossSell === product.id || fullPriced.has(crossSell!)))
    origin.crossSellingProductId = crossSell!
  const bundle = line.upsellingBundleId
  if (bundle != null && related('upsell', bundleSource(line))) origin.upsellingBundleId = bundle
  if (related('accessory', line.accessoryId)) origin.accessoryId = line.accessoryId!
  if (related('related', line.relatedId)) origin.relatedId = line.relatedId!
  if (related('recommended', line.recommendedId)) origin.recommendedId = line.recommendedId!
  const interval = line.subscriptionInterval
  const isOffered = interval && product.subscriptionIntervals.includes(interval)
  // A line that renews an order keeps its interval after the product has ceased to offer it.
  if (interval && (isOffered || line.renewalPrices) && readInterval(interval) !== null)
    origin.subscriptionInterval = interval
  if (line.giftRecipient && product.type === productTypes.GiftCard) origin.giftRecipient = line.giftRecipient
  return origin
}
