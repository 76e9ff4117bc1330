import type { ProductId } from '../products/product-id.ts'

/** A product for sale; a variant has the attributes of its parent where it has none of its own. */
export interface SoldProduct {
  id: ProductId
  attributes: Readonly<Record<string, unknown>>
}

/** What a rule needs of products that it compares with each other, as the ends of all cables. */
export interface ProductFacts<Fact> {
  /** By which the results are kept until the index changes: unlike every other one. */
  readonly name: string
  /** Only products whose family has a value of this facet are read. */
  readonly facet: string
  /** Null: the product is left out. */
  factOf(product: SoldProduct): Fact | null
}
