/**
 * Price tiers: which list is in force and which tier a quantity reaches (DEF-03, DEF-04, TIER rows). Amounts
 * in minor units, VAT included. Applies no discounts.
 */
import type { Minor } from '../money/money.ts'

/** Unit price from a minimum quantity. */
export interface Tier {
  quantity: number
  unitMinor: Minor
}

/** A product's tier (DEF-03). */
export interface PriceTier extends Tier {
  /** Price before the reduction; null: none. */
  beforeMinor: Minor | null
  /** In whole percent; null: computed from the two prices. */
  reductionPercent: number | null
}

/** Normal and campaign tiers of a product (ENTITY-13). */
export interface Prices {
  normal: readonly PriceTier[]
  campaign: readonly PriceTier[]
}

/** Tiers by minimum quantity, lowest first (TIER-02). */
export function sortTiers<T extends Tier>(tiers: readonly T[]): T[] {
  return [...tiers].sort((a, b) => a.quantity - b.quantity)
}

/** Whether a campaign's tiers replace the normal ones (DEF-04). */
export function hasCampaign(prices: Prices): boolean {
  return prices.campaign.length > 0
}

/** The tiers in force, lowest quantity first (DEF-04). */
export function activeTiers(prices: Prices): PriceTier[] {
  return sortTiers(hasCampaign(prices) ? prices.campaign : prices.normal)
}

/** The last tier whose minimum quantity is met, or null where none is (TIER-01, TIER-03). */
export function tierAt<T extends Tier>(tiers: readonly T[], quantity: number): T | null {
  let met: T | null = null
  for (const tier of tiers) {
    if (tier.quantity <= quantity && (met === null || tier.quantity >= met.quantity)) met = tier
  }
  return met
}

/** Unit price at a quantity; `currentMinor` stays where no tier is met (TIER-03). */
export function unitPriceAt(tiers: readonly Tier[], quantity: number, currentMinor: Minor): Minor {
  return tierAt(tiers, quantity)?.unitMinor ?? currentMinor
}

/**
 * The figures of a price tag: the price, the struck-through one and the reduction, null where there is none.
 */
export interface ShownPrice {
  unitMinor: Minor
  beforeMinor: Minor | null
  reductionPercent: number | null
}

/**
 * The reduction in whole percent, computed from the same price that is announced as the one before it (CJEU C-330/23),
 * and rounded down, so that it is never overstated. At most 0: no reduction.
 */
export function announcedPercent(beforeMinor: number, priceMinor: number): number {
  return Math.floor(((beforeMinor - priceMinor) * 100) / beforeMinor)
}

/**
 * The price tag of a product at a quantity (default: its smallest). Null where it has no tiers. The reduction
 * is the tier's own; where that is missing it is computed.
 */
export function shownPrice(prices: Prices, quantity?: number): ShownPrice | null {
  const tiers = activeTiers(prices)
  const tier = tierAt(tiers, quantity ?? tiers[0]?.quantity ?? 1) ?? tiers[0]
  if (!tier) return null
  const { unitMinor, beforeMinor } = tier
  if (beforeMinor === null || beforeMinor <= unitMinor)
    return { unitMinor, beforeMinor: null, reductionPercent: null }
  const percent = tier.reductionPercent ?? announcedPercent(beforeMinor, unitMinor)
  return { unitMinor, beforeMinor, reductionPercent: percent > 0 ? percent : null }
}

/** The price of a product's line and its price before reductions (TIER-01, UPSELL-05). */
export interface LinePrice {
  /** Unit price of the tier in force, or the cross-selling price. */
  priceMinor: Minor
  /** Unit price before campaign or cross-sell; equal to the price where there is none. */
  ordinaryMinor: Minor
  tiers: Tier[]
  /** Whether the price comes from the campaign tiers. */
  campaign: boolean
}

/**
 * The price of a line; `crossSellingMinor` null: sold by its tiers. Throws RangeError where there is no
 * price.
 */
export function linePrice(prices: Prices, quantity: number, crossSellingMinor: Minor | null): LinePrice {
  const tiers = activeTiers(prices)
  const tier = tierAt(tiers, quantity) ?? tiers[0]
  if (!tier) throw new RangeError('no price')
  return {
    priceMinor: crossSellingMinor ?? tier.unitMinor,
    ordinaryMinor: tier.beforeMinor ?? tiers[0]!.unitMinor,
    tiers: crossSellingMinor === null ? tiers : [{ quantity: 1, unitMinor: crossSellingMinor }],
    campaign: crossSellingMinor === null && hasCampaign(prices),
  }
}

/** Text of the reduction badge in a store: 12.5 → "−12,5 %" in Swedish, with a true minus sign and a no-break space. */
export function reductionBadge(percent: number, { iso }: { iso: string }): string {
  return `−${percent.toLocaleString(iso)}\u00A0%`
}
