/**
 * The running deal with the reduction that may be announced: computed against the lowest price of the
 * previous 30 days (Dir. 98/6/EC Art. 6a), which is shown next to it. The percentage a merchant entered is
 * not used; a deal whose product is not reduced announces nothing.
 */
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import { readPrices } from '../pricing/decimal-prices.ts'
import { shownPrice } from '../pricing/tiers.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Deal } from './content.ts'
import { isDealActive } from './deal.ts'

export interface RunningDeal {
  deal: Deal
  product: ProductCard
  /** Gross, major units. */
  lowest30Days: number
}

/**
 * A store's deal and its product where it is running at `now` (epoch milliseconds) and reduces a price; else
 * null.
 */
export function runningDeal(
  deal: Deal | null,
  catalogue: Pick<Catalogue, 'productsById'>,
  store: StoreCode,
  now: number,
): RunningDeal | null {
  if (deal === null || !isDealActive(deal, now)) return null
  const [product] = catalogue.productsById(store, [deal.productId])
  if (product === undefined || product.lowest_30_days === null) return null
  const percent = shownPrice(readPrices(product.prices))?.reductionPercent ?? null
  if (percent === null) return null
  return { deal: { ...deal, discount: percent }, product, lowest30Days: product.lowest_30_days }
}
