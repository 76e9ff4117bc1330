/**
 * Which of the origins a browser claims for a line are genuine: the shop really relates those products, the
 * product really offers that interval. A claim that is not is dropped, and the line is sold as a plain one.
 * Coupons' gifts and fees are made by the server alone, so they are never taken over from a browser.
 */
import { originFields, type CartItem, type LineOrigin } from './cart-item.ts'
import { subscriptionsEnabled } from '../subscriptions/subscriptions-enabled.ts'

/** What the browser sends for a line; amounts and names it sends besides are not even looked at. */
export interface CartLineRequest extends Partial<LineOrigin> {
  uuid: string
  product_id: number
  quantity: number
  fee?: string | null | undefined
}

export type RelationKind = 'accessory' | 'related' | 'cross_sell' | 'upsell' | 'recommended'

export interface ProductRelations {
  /** Products that point at `target` in this way. */
  sources(kind: RelationKind, target: number): ReadonlySet<number>
}

export const noRelations: ProductRelations = { sources: () => new Set() }

/** Product ids that a line's claims name. */
export function claimedSources(line: CartLineRequest): number[] {
  return [
    line.cross_selling_product_id,
    line.accessory_id,
    line.related_id,
    line.recommended_id,
    Number(line.upselling_bundle_id ?? Number.NaN),
  ].filter((id): id is number => Number.isSafeInteger(id) && id! > 0 && id! < 2 ** 31)
}

/**
 * The genuine origins of a line. A claim may name the product it came from, or (as a cross-sell does in the
 * browser) the product itself, which then must be related to another product in the cart. `fullPriced` holds
 * the products of lines that are no cross-sells: two cross-sells cannot vouch for each other.
 */
export function genuineOrigins(
  line: CartLineRequest,
  product: { id: number; subscription_intervals: readonly string[] },
  fullPriced: { has(productId: number): boolean },
  relations: ProductRelations,
): Partial<LineOrigin> {
  const related = (kind: RelationKind, claim: number | null | undefined): boolean => {
    if (claim == null) return false
    const sources = relations.sources(kind, product.id)
    return claim === product.id ? [...sources].some((id) => fullPriced.has(id)) : sources.has(claim)
  }
  const origin: Partial<LineOrigin> = {}
  const crossSell = line.cross_selling_product_id
  if (related('cross_sell', crossSell) && (crossSell === product.id || fullPriced.has(crossSell!)))
    origin.cross_selling_product_id = crossSell!
  const bundle = line.upselling_bundle_id
  if (bundle != null && related('upsell', Number(bundle))) origin.upselling_bundle_id = bundle
  if (related('accessory', line.accessory_id)) origin.accessory_id = line.accessory_id!
  if (related('related', line.related_id)) origin.related_id = line.related_id!
  if (related('recommended', line.recommended_id)) origin.recommended_id = line.recommended_id!
  const interval = line.subscription_interval
  if (subscriptionsEnabled && interval && product.subscription_intervals.includes(interval))
    origin.subscription_interval = interval
  return origin
}

/** What of a line the shop has to remember: the choices, not the amounts. Of its own lines it keeps the uuid. */
export function lineRequest(item: CartItem): CartLineRequest {
  return {
    uuid: item.uuid,
    product_id: item.product_id,
    quantity: item.quantity,
    ...(item.fee && { fee: item.fee }),
    ...Object.fromEntries(
      originFields.filter((field) => item[field] != null).map((field) => [field, item[field]]),
    ),
  }
}
