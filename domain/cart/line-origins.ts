/**
 * Which of the origins a browser claims for a line are genuine: the shop really relates those products, the
 * product really offers that interval. A claim that is not is dropped, and the line is sold as a plain one.
 * Coupons' gifts and fees are made by the server alone, so they are never taken over from a browser.
 */
import type { LineOrigin } from './cart-item.ts'

/** What the browser sends for a line; amounts and names it sends besides are not even looked at. */
export interface CartLineRequest extends Partial<LineOrigin> {
  uuid: string
  product_id: number
  quantity: number
  fee?: string | null | undefined
}

type RelationKind = 'accessory' | 'related' | 'cross_sell' | 'upsell' | 'recommended'

export interface OriginFacts {
  has(kind: RelationKind, from: number, to: number): boolean
}

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

/** Whether a line claims anything that has to be looked up. */
export function claimsOrigin(line: CartLineRequest): boolean {
  return claimedSources(line).length > 0
}

/**
 * The genuine origins of a line. A claim may name the product it came from, or (as a cross-sell does in the
 * browser) the product itself, which then must be related to another product in the cart.
 */
export function genuineOrigins(
  line: CartLineRequest,
  product: { id: number; subscription_intervals: readonly string[] },
  inCart: ReadonlySet<number>,
  facts: OriginFacts,
): Partial<LineOrigin> {
  const leadsHere = (kind: RelationKind, from: number): boolean => from !== product.id && facts.has(kind, from, product.id)
  const fromCart = (kind: RelationKind): boolean => [...inCart].some((id) => leadsHere(kind, id))
  const related = (kind: RelationKind, claim: number | null | undefined): boolean =>
    claim != null && (claim === product.id ? fromCart(kind) : leadsHere(kind, claim))
  const origin: Partial<LineOrigin> = {}
  const crossSell = line.cross_selling_product_id
  if (crossSell != null && (crossSell === product.id || inCart.has(crossSell)) && related('cross_sell', crossSell))
    origin.cross_selling_product_id = crossSell
  if (line.upselling_bundle_id != null && related('upsell', Number(line.upselling_bundle_id)))
    origin.upselling_bundle_id = line.upselling_bundle_id
  if (related('accessory', line.accessory_id)) origin.accessory_id = line.accessory_id!
  if (related('related', line.related_id)) origin.related_id = line.related_id!
  if (related('recommended', line.recommended_id)) origin.recommended_id = line.recommended_id!
  const interval = line.subscription_interval
  if (interval && product.subscription_intervals.includes(interval)) origin.subscription_interval = interval
  return origin
}
