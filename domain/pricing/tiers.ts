/**
 * Price tiers: which list is in force and which tier a quantity reaches (DEF-03, DEF-04, TIER rows). Works on
 * major and on minor units alike, since it only compares and picks; it never discounts.
 */

/** Unit price `p` from quantity `q` on. */
export interface Tier {
  q: number
  p: number
}

/** A product's tier as the API gives it: `o` price before reduction, `d` reduction in whole percent (DEF-03). */
export interface PriceTier extends Tier {
  o?: number | null
  d?: number | null
}

/** Normal and campaign tiers of a product (ENTITY-13). */
export interface Prices {
  n: readonly PriceTier[]
  c?: readonly PriceTier[] | null
}

/** Tiers by minimum quantity, lowest first (TIER-02). */
export function sortTiers<T extends Tier>(tiers: readonly T[]): T[] {
  return [...tiers].sort((a, b) => a.q - b.q)
}

/** Whether a campaign's tiers replace the normal ones (DEF-04). */
export function hasCampaign(prices: Prices): boolean {
  return (prices.c?.length ?? 0) > 0
}

/** The tiers in force, lowest quantity first (DEF-04). */
export function activeTiers(prices: Prices): PriceTier[] {
  return sortTiers(hasCampaign(prices) ? prices.c! : prices.n)
}

/** The last tier whose minimum quantity is met, or null where none is (TIER-01, TIER-03). */
export function tierAt<T extends Tier>(tiers: readonly T[], quantity: number): T | null {
  let met: T | null = null
  for (const tier of tiers) {
    if (tier.q <= quantity && (met === null || tier.q >= met.q)) met = tier
  }
  return met
}

/** Unit price at a quantity; `currentPrice` stays where no tier is met (TIER-03). */
export function unitPriceAt(tiers: readonly Tier[], quantity: number, currentPrice: number): number {
  return tierAt(tiers, quantity)?.p ?? currentPrice
}

/** What a price tag shows: the price, the struck-through one and the reduction, null where there is none. */
export interface ShownPrice {
  price: number
  before: number | null
  reductionPercent: number | null
}

/**
 * The price tag of a product at a quantity (default: its smallest). Null where it has no tiers. The reduction
 * is the tier's own `d`; where that is missing it is worked out and rounded down, never overstated.
 */
export function shownPrice(prices: Prices, quantity?: number): ShownPrice | null {
  const tiers = activeTiers(prices)
  const tier = tierAt(tiers, quantity ?? tiers[0]?.q ?? 1) ?? tiers[0]
  if (!tier) return null
  if (tier.o == null || tier.o <= tier.p) return { price: tier.p, before: null, reductionPercent: null }
  const percent = tier.d ?? Math.floor(((tier.o - tier.p) * 100) / tier.o)
  return { price: tier.p, before: tier.o, reductionPercent: percent > 0 ? percent : null }
}

/** A percentage's number: 12.5 → "12,5"; all four stores write a decimal comma. */
export const percentText = (percent: number): string => `${percent}`.replace('.', ',')

/** Text of the reduction badge: 25 → "−25 %" with a true minus sign and a no-break space. */
export function reductionBadge(percent: number): string {
  return `−${percentText(percent)}\u00A0%`
}
