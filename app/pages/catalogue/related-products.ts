/**
 * Related products on a product page. A product is in the first of its lists only: further down it would take the place
 * of another one, or show its usual price below its cross-selling price, two prices for one thing.
 */
import type { ProductDetails } from '../../../contract/catalogue.ts'

type Lists = Pick<
  ProductDetails,
  'cross_selling' | 'bought_together' | 'accessories' | 'related' | 'recommended' | 'spare_parts'
>

export function relatedProducts(product: Lists): Lists {
  const listed = new Set<number>()
  const notYetListed = (cards: Lists['accessories']) => {
    const own = cards.filter(({ id }) => !listed.has(id))
    for (const { id } of own) listed.add(id)
    return own
  }
  // In the order of the page.
  return {
    cross_selling: notYetListed(product.cross_selling),
    bought_together: notYetListed(product.bought_together),
    accessories: notYetListed(product.accessories),
    related: notYetListed(product.related),
    recommended: notYetListed(product.recommended),
    spare_parts: notYetListed(product.spare_parts),
  }
}
