/** Which variant the page of a product offers. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { isInStock } from './nearest-alternatives.ts'

/**
 * What the page of a product sells: the product itself, or for a parent its cheapest variant in stock, else the cheapest
 * that can be ordered. A parent none of whose variants can be ordered is returned as it is: one must be chosen (PAGE-07).
 */
export function offeredOn(product: ProductDetails): ProductDetails {
  if (product.variations.length === 0) return product
  const orderable = product.choices.flatMap((variant) => {
    const unitMinor = variant.orderable ? shownPrice(readPrices(variant.prices))?.unitMinor : undefined
    return unitMinor === undefined ? [] : [{ variant, unitMinor, away: isInStock(variant) ? 0 : 1 }]
  })
  const [first] = orderable.sort((a, b) => a.away - b.away || a.unitMinor - b.unitMinor)
  return first ? { ...product, ...first.variant } : product
}
