/** The prices that staff give a product in a store. Types; pure. */
import type { Minor } from '../money/money.ts'

/** A price from a quantity on, VAT included. Entries of the audit keep it under these names. */
export interface StoredTier {
  minQuantity: number
  priceMinor: Minor
}

export interface Campaign {
  tiers: StoredTier[]
  /** ISO 8601; null: open. */
  startsAt: string | null
  endsAt: string | null
}

/** All prices of a product in a store. */
export interface ProductPrices {
  normal: StoredTier[]
  /** Null: there is no campaign. */
  campaign: Campaign | null
}

/** The price of one unit; null: there is none. */
export const unitMinor = (tiers: readonly StoredTier[]): Minor | null =>
  tiers.find(({ minQuantity }) => minQuantity === 1)?.priceMinor ?? null

/** The normal price that a campaign's price strikes through, of the same quantity; null: it is not higher. */
export function struckMinor(
  normal: readonly StoredTier[],
  { minQuantity, priceMinor }: StoredTier,
): Minor | null {
  const [usual] = normal
    .filter((tier) => tier.minQuantity <= minQuantity)
    .toSorted((one, other) => other.minQuantity - one.minQuantity)
  return usual !== undefined && usual.priceMinor > priceMinor ? usual.priceMinor : null
}

/** Whether a larger quantity costs more per unit. Pairs of a quantity and the price of a unit from it on, in any order. */
export function risesWithQuantity(tiers: readonly (readonly [quantity: number, price: number])[]): boolean {
  const sorted = tiers.toSorted(([a], [b]) => a - b)
  return sorted.some(([, price], index) => index > 0 && price > sorted[index - 1]![1])
}
