/**
 * The price of a line's renewal (decision 67): the lower of the price promised when it was ordered first
 * and the price of the day, both for the renewed quantity. Pure.
 */
import { activeTiers, tierAt, type LinePrice, type Prices, type Tier } from './tiers.ts'

/**
 * The prices that a line promises for its renewals: the ordinary ones of that day. A campaign lowers the renewals
 * that fall into it, and no others.
 */
export function promisedTiers(prices: Prices): Tier[] {
  const ordinary = prices.normal.length > 0 ? { normal: prices.normal, campaign: [] } : prices
  return activeTiers(ordinary).map(({ quantity, unitMinor }) => ({ quantity, unitMinor }))
}

/** The promised unit price at a quantity; null where nothing was promised. */
export function promisedUnitMinor(promised: readonly Tier[], quantity: number): Tier['unitMinor'] | null {
  const [lowest] = [...promised].sort((a, b) => a.quantity - b.quantity)
  return (tierAt(promised, quantity) ?? lowest)?.unitMinor ?? null
}

/** The line's price, lowered to the promised one where that is lower; `isPromised` then says so. */
export function withPromise(
  price: LinePrice,
  promised: readonly Tier[],
  quantity: number,
): LinePrice & { isPromised: boolean } {
  const unitMinor = promisedUnitMinor(promised, quantity)
  if (unitMinor === null || unitMinor >= price.priceMinor) return { ...price, isPromised: false }
  return {
    priceMinor: unitMinor,
    ordinaryMinor: price.priceMinor > price.ordinaryMinor ? price.priceMinor : price.ordinaryMinor,
    tiers: [{ quantity: 1, unitMinor }],
    campaign: false,
    isPromised: true,
  }
}
