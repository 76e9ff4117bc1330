/**
 * Converts prices between the decimal major units of the contract and the stored browser state, and the minor
 * units of the domain. Only for the edge: api/ and the browser.
 */
import type { CardTier } from '../../contract/catalogue.ts'
import { toMajor, toMinor } from '../money/money.ts'
import type { Prices, PriceTier, Tier } from './tiers.ts'

/** A tier of a card; a stored line's has no earlier price. */
type DecimalTier = Pick<CardTier, 'q' | 'p'> & Partial<CardTier>

/** The prices of a card. Throws RangeError for amounts with more than two decimals. */
export function readPrices(prices: { n: readonly DecimalTier[]; c?: readonly DecimalTier[] | null }): Prices {
  return { normal: prices.n.map(readTier), campaign: (prices.c ?? []).map(readTier) }
}

/** A tier of a card or of a stored line. */
export function readTier({ q, p, o, d }: DecimalTier): PriceTier {
  return {
    quantity: q,
    unitMinor: toMinor(p),
    beforeMinor: o == null ? null : toMinor(o),
    reductionPercent: d ?? null,
  }
}

/** A tier in the contract's shape. */
export function viewTier({ quantity, unitMinor }: Tier): { q: number; p: number } {
  return { q: quantity, p: toMajor(unitMinor) }
}
