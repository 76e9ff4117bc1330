/** The shared shape of products whose texts are written out one by one. */
import type { Attributes, ProductPlan } from './product-plan.ts'
import type { Words } from './words.ts'

export interface FamilyDefaults {
  brand: string
  category: string
  care: ProductPlan['care']
  group: number
  discount: string
}

/** A product of a family; `extra` overrides the defaults. */
export function simpleProduct(
  family: FamilyDefaults,
  sku: string,
  sek: number,
  drawing: string,
  name: Words,
  intro: Words,
  attributes: Attributes,
  extra: Partial<ProductPlan> = {},
): ProductPlan {
  const { category, ...shared } = family
  return {
    ...shared,
    categories: [category],
    sku,
    sek,
    drawing,
    name,
    intro,
    attributes,
    picture: name,
    ...extra,
  }
}
