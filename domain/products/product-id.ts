/** Ids of products: `product.id` in the database, the same in every store. */

declare const productKey: unique symbol

/** The id of a product. A branded type: a plain number may be the id of anything, see `toProductId`. */
export type ProductId = number & { readonly [productKey]: true }

/**
 * A number from outside (a request, a stored cart, JSON in the database) as the id of a product; whether the
 * product exists is not checked. Throws RangeError unless it is an integer.
 */
/* @__NO_SIDE_EFFECTS__ */
export function toProductId(id: number): ProductId {
  if (!Number.isSafeInteger(id)) throw new RangeError(`not the id of a product: ${id}`)
  return id as ProductId
}

/** The id 0, which no product has: that of a fee, and of a requested line whose sku the store does not sell. */
export const noProductId = 0 as ProductId
