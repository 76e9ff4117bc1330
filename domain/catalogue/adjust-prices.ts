/** What a bulk change makes of the prices of one product. Pure; what is impossible is a code. */
import { addMinor, shareMinor, type Minor } from '../money/money.ts'
import { toPriceEnding, type PriceEnding } from '../money/price-ending.ts'
import type { Campaign, StoredTier, ProductPrices } from './product-prices.ts'

/** Basis points of the whole: 9000 takes 10 % off. */
export type Adjustment =
  | { how: 'percent'; ofBasisPoints: number }
  | { how: 'amount'; byMinor: Minor }
  /** Only where there is one price: quantities have prices of their own. */
  | { how: 'set'; priceMinor: Minor }

export interface PriceAdjustment {
  /** `campaign`: a campaign calculated from the normal prices, in place of any other. `end`: without a campaign. */
  field: 'normal' | 'campaign' | 'end'
  /** Not asked for where campaigns end. */
  by: Adjustment
  /** Whether prices get an ending of the store. */
  rounds: boolean
  period: Pick<Campaign, 'startsAt' | 'endsAt'>
}

export type AdjustRefusal = 'no_unit_price' | 'not_above_zero' | 'has_tiers' | 'campaign_not_lower'

export function adjustPrices(
  current: ProductPrices,
  { field, by, rounds, period }: PriceAdjustment,
  endings: readonly PriceEnding[],
): ProductPrices | AdjustRefusal {
  if (field === 'end') return { ...current, campaign: null }
  if (by.how === 'set' && current.normal.length > 1) return 'has_tiers'
  // A product without a price gets its first one.
  const from: StoredTier[] =
    by.how === 'set' ? [{ minQuantity: 1, priceMinor: by.priceMinor }] : current.normal
  if (from.length === 0) return 'no_unit_price'
  const tiers = from.map(({ minQuantity, priceMinor }) => {
    const exact = adjusted(priceMinor, by)
    return { minQuantity, priceMinor: rounds && exact > 0 ? toPriceEnding(exact, endings) : exact }
  })
  if (tiers.some(({ priceMinor }) => priceMinor <= 0)) return 'not_above_zero'
  if (field === 'normal') return { ...current, normal: tiers }
  const isLower = tiers.every(({ minQuantity, priceMinor }) =>
    current.normal.some((tier) => tier.minQuantity === minQuantity && priceMinor < tier.priceMinor),
  )
  return isLower ? { ...current, campaign: { tiers, ...period } } : 'campaign_not_lower'
}

function adjusted(price: Minor, by: Adjustment): Minor {
  if (by.how === 'percent') return shareMinor(price, by.ofBasisPoints, 10_000)
  return by.how === 'amount' ? addMinor(price, by.byMinor) : by.priceMinor
}
