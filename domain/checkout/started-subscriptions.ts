/** The subscriptions that a cart starts. Pure. */
import type { CartLine } from '../cart/cart-line.ts'
import type { Minor } from '../money/money.ts'
import { firstRenewal } from '../orders/order-snapshot.ts'
import { promisedUnitMinor } from '../pricing/promised-price.ts'
import type { Store } from '../stores/stores.ts'

/** Whether ordering the line starts a subscription. */
export function startsSubscription({ promisedPrices }: Pick<CartLine, 'promisedPrices'>): boolean {
  return promisedPrices !== null
}

/** The terms of a subscription, as the shopper must see them before ordering (CRD Art. 8 (2)). */
export interface StartedSubscription extends Pick<CartLine, 'uuid' | 'name' | 'quantity'> {
  interval: string
  /** Price of a unit at each renewal. */
  unitMinor: Minor
  /** `YYYY-MM-DD`. */
  firstRenewalOn: string
}

/** The subscriptions that the lines start when they are ordered at `now` (epoch milliseconds). */
export function startedSubscriptions(
  store: Store,
  now: number,
  lines: readonly CartLine[],
): StartedSubscription[] {
  return lines.flatMap(({ uuid, name, quantity, subscriptionInterval: interval, promisedPrices }) => {
    const unitMinor = promisedPrices && promisedUnitMinor(promisedPrices, quantity)
    if (interval === null || unitMinor === null) return []
    const { firstRenewalOn } = firstRenewal(store, now, interval)
    return [{ uuid, name, quantity, interval, unitMinor, firstRenewalOn }]
  })
}
