import type { ProductParts } from '../../contract/catalogue.ts'

/** The field of a product that nobody has reviewed. */
export const somePart: Pick<ProductParts, 'reviews'> = {
  reviews: { stars: [0, 0, 0, 0, 0], imported: null, newest: [] },
}
