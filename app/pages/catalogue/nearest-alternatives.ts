/** What to offer instead of a product that is not in stock. Pure. */
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'

/** Alternatives shown in the decision column. */
const mostAlternatives = 3

/** Sent today, as far as its stock says. */
export const isInStock = ({ stock_status: status }: Pick<ProductCard, 'stock_status'>): boolean =>
  status === 'in_stock' || status === 'few_left'

/**
 * The nearest of the related products: what is in stock before what must be waited for, then what has the most key facts
 * in common, then what costs about the same. For a product that can be ordered but is not in stock, only what is.
 */
export function nearestAlternatives(
  product: Pick<ProductDetails, 'stock_status' | 'orderable' | 'metadata' | 'prices' | 'related'>,
): ProductCard[] {
  // A presale has no other product in its place.
  if (isInStock(product) || product.stock_status === 'presale') return []
  const facts = new Set(product.metadata.facts)
  const price = priceOf(product)
  return product.related
    .filter((card) => (product.orderable ? isInStock(card) : card.orderable))
    .map((card) => ({
      card,
      away: isInStock(card) ? 0 : 1,
      differs: facts.size - card.metadata.facts.filter((fact) => facts.has(fact)).length,
      distance: Math.abs(Math.log(priceOf(card) / price)),
    }))
    .sort((a, b) => a.away - b.away || a.differs - b.differs || a.distance - b.distance)
    .slice(0, mostAlternatives)
    .map(({ card }) => card)
}

/** Of one unit, in minor units, at least one. */
function priceOf({ prices }: Pick<ProductCard, 'prices'>): number {
  return Math.max(1, shownPrice(readPrices(prices))?.unitMinor ?? 1)
}
