/**
 * Related products on a product page. A product with a cross-selling price is listed only once, at that
 * price: the same product further down at its usual price would show two prices for one thing.
 */
import type { ProductDetails } from '../../../contract/catalogue.ts'

type Lists = Pick<
  ProductDetails,
  'cross_selling' | 'accessories' | 'related' | 'recommended' | 'spare_parts' | 'bought_together'
>

export function relatedProducts(product: Lists): Lists {
  const own = product.cross_selling.filter((card) => card.cross_selling_price !== null)
  const ids = new Set(own.map(({ id }) => id))
  const others = (cards: Lists['accessories']) => cards.filter(({ id }) => !ids.has(id))
  return {
    cross_selling: product.cross_selling,
    accessories: others(product.accessories),
    related: others(product.related),
    recommended: others(product.recommended),
    spare_parts: others(product.spare_parts),
    bought_together: others(product.bought_together),
  }
}
