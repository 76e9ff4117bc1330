/** The variant that each value of a variation attribute leads to. */
import type { ProductVariation } from '../../../contract/catalogue.ts'

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
