/**
 * Related products on a product page. A product with a cross-selling price is listed only once, at that
 * price: the same product further down at its usual price would show two prices for one thing.
 */
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'

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

/** Why the related and cross-sold products fit, with the battery size they share; null where nothing says so. */
export interface FittingSize {
  reason: 'same_size' | 'batteries_for'
  size: string
}

/**
 * Reads from the facts on the cards whether all of a list have the product's battery size: of a cell its related
 * products are the same cell, of a lamp or an alarm its cross-sold products are the batteries for it.
 */
export function fittingSize(
  product: Pick<ProductDetails, 'facts'>,
  list: 'related' | 'cross_selling',
  cards: readonly ProductCard[],
): FittingSize | null {
  const size = product.facts.find(({ code }) => code === 'battery_size')?.value
  const isCell = product.facts.some(({ code }) => code === 'voltage_v')
  if (size === undefined || isCell !== (list === 'related') || cards.length === 0) return null
  const all = cards.every(({ metadata }) => metadata.facts.includes(size))
  return all ? { reason: isCell ? 'same_size' : 'batteries_for', size } : null
}
