/** Which variant a page offers, and which one each value of a variation attribute leads to. */
import type { ProductDetails, ProductVariation } from '../../../contract/catalogue.ts'
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

export interface VariantOption {
  value: string
  /** The variant to which this value leads. */
  variant: ProductVariation
  chosen: boolean
}

/**
 * The values of an attribute with the variant each leads to: the one that matches the current choice in most
 * other attributes. `present`: the variant shown now, null on the parent's page.
 */
export function variantOptions(
  choices: readonly ProductVariation[],
  attribute: string,
  present: ProductVariation | null,
): VariantOption[] {
  const values = [...new Set(choices.map((variant) => variant.choice[attribute] ?? ''))].filter(Boolean)
  const agreement = (variant: ProductVariation) =>
    Object.entries(present?.choice ?? {}).filter(([code, value]) => variant.choice[code] === value).length
  return values.flatMap((value) => {
    const candidates = choices.filter((variant) => variant.choice[attribute] === value)
    const [variant] = candidates.sort((a, b) => agreement(b) - agreement(a))
    return variant ? [{ value, variant, chosen: present?.choice[attribute] === value }] : []
  })
}
