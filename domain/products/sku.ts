/** Stock keeping units. Two that differ only in case are the same product. */

declare const stockKeepingUnit: unique symbol

/** The article number of a product, as the shop's database spells it. A branded type: see `toSku`. */
export type Sku = string & { readonly [stockKeepingUnit]: true }

/**
 * A text from outside (a request, a stored cart, a feed, an argument of the CLI) as an article number; whether
 * a product has it is not checked. Throws RangeError for an empty text.
 */
/* @__NO_SIDE_EFFECTS__ */
export function toSku(text: string): Sku {
  if (text === '') throw new RangeError('an empty sku')
  return text as Sku
}

/** Units of one product: what a link adds to the cart, what a coupon adds or rewards. */
export interface SkuUnits {
  sku: Sku
  /** Integer ≥ 1. */
  quantity: number
}

const upper = 'ÅÄÖÆØÜÉ'
const lower = 'åäöæøüé'

/**
 * A key that is equal for equal skus. `sku_key` in the database (db/routines/sku-key.sql) computes the same.
 */
export function skuKey(sku: string): string {
  return sku.replace(/[A-ZÅÄÖÆØÜÉ]/g, (letter) => lower[upper.indexOf(letter)] ?? letter.toLowerCase())
}
