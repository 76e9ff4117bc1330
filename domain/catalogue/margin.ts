/** What is left of a price when its VAT and the cost of the goods are taken off. Pure. */
import { exVatMinor, type Minor } from '../money/money.ts'
import { divideRounded } from '../money/rounding.ts'
import type { ProductPrices } from './product-prices.ts'

export interface Margin {
  /** Of the price without VAT, in basis points; null: there is no unit price, or it is nothing. */
  basisPoints: number | null
  /** A price of any quantity, the campaign's included, is below the cost. */
  isBelowCost: boolean
}

/** The margin of the campaign's unit price where there is one, otherwise of the normal one. `costMinor`: without VAT. */
export function marginOf(
  { normal, campaign }: ProductPrices,
  { vatRateBasisPoints, costMinor }: { vatRateBasisPoints: number; costMinor: Minor },
): Margin {
  const net = (priceMinor: Minor) => exVatMinor(priceMinor, vatRateBasisPoints)
  const unit = (campaign?.tiers ?? normal).find(({ minQuantity }) => minQuantity === 1)
  const unitNet = unit ? net(unit.priceMinor) : 0
  return {
    basisPoints: unitNet === 0 ? null : divideRounded((unitNet - costMinor) * 10_000, unitNet),
    isBelowCost: [...normal, ...(campaign?.tiers ?? [])].some(
      ({ priceMinor }) => net(priceMinor) < costMinor,
    ),
  }
}
