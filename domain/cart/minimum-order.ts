/** The store's minimum order (MINORD rows): compared with the gross sum after discounts, without shipping. */
import { type Minor, zeroMinor, subtractMinor, largerMinor } from '../money/money.ts'
import type { PricedCart } from '../pricing/priced-cart.ts'

/** The amount compared with the minimum order: the sum without fees, gross, after discounts (MINORD-04). */
export function minimumOrderSumMinor(cart: Pick<PricedCart, 'sumMinor' | 'feesMinor'>): Minor {
  return subtractMinor(cart.sumMinor, cart.feesMinor)
}

export interface MinimumOrder {
  /** Whether checkout is open. */
  reached: boolean
  /** Progress towards the minimum in percent, 0–100. */
  percent: number
  /** The missing amount in minor units. */
  missingMinor: Minor
  /** Whether the store has a minimum, and so a progress bar (MINORD-05). */
  shown: boolean
}

/**
 * Compares a cart sum with a minimum, both gross in minor units, whatever the VAT view (MINORD-02,
 * MINORD-04).
 */
export function minimumOrder(sumMinor: Minor, minimumMinor: Minor): MinimumOrder {
  return {
    reached: sumMinor >= minimumMinor,
    percent: minimumMinor <= 0 ? 100 : Math.min(100, (sumMinor / minimumMinor) * 100),
    missingMinor: largerMinor(subtractMinor(minimumMinor, sumMinor), zeroMinor),
    shown: minimumMinor > 0,
  }
}
