/**
 * A price for one customer, or for the members of a segment: a product, its price and the quantity it is for.
 * Pure.
 */
import type { Minor } from '../domain/money/money.ts'
import type { ProductId } from '../domain/products/product-id.ts'

export interface PersonalOffer {
  id: number
  productId: ProductId
  /** Per unit, VAT included. */
  priceMinor: Minor
  /** The offer is for exactly this many. */
  quantity: number
  /** Null: until it is removed. */
  expiresAt: Date | null
}

/** A customer's offers by id. */
export type PersonalOffers = ReadonlyMap<number, PersonalOffer>

export const noOffers: PersonalOffers = new Map()
