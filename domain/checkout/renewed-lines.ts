/** The lines of a cart that are ordered again at an interval. Pure. */
import type { CartLine } from '../cart/cart-line.ts'
import type { Minor } from '../money/money.ts'
import { firstRenewal } from '../orders/order-snapshot.ts'
import { promisedUnitMinor } from '../pricing/promised-price.ts'
import type { Store } from '../stores/stores.ts'

/** Whether the line is ordered again after its first order. */
export function isRenewed({ promisedPrices }: Pick<CartLine, 'promisedPrices'>): boolean {
  return promisedPrices !== null
}

/** The terms of such a line, as the shopper must see them before ordering (CRD Art. 8 (2)). */
export interface RenewalTerms extends Pick<CartLine, 'uuid' | 'name' | 'quantity'> {
  interval: string
  /** Price of a unit at each renewal. */
  unitMinor: Minor
  /** `YYYY-MM-DD`. */
  firstRenewalOn: string
}

/** The terms of those of the lines that are renewed, when they are ordered at `now` (epoch milliseconds). */
export function renewalTerms(store: Store, now: number, lines: readonly CartLine[]): RenewalTerms[] {
  return lines.flatMap(({ uuid, name, quantity, subscriptionInterval: interval, promisedPrices }) => {
    const unitMinor = promisedPrices && promisedUnitMinor(promisedPrices, quantity)
    if (interval === null || unitMinor === null) return []
    const { firstRenewalOn } = firstRenewal(store, now, interval)
    return [{ uuid, name, quantity, interval, unitMinor, firstRenewalOn }]
  })
}
