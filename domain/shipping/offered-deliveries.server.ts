/** The deliveries that a shopper can choose for a postal code, with prices, days and service points (CHECKOUT-05). */
import { type Minor, zeroMinor } from '../money/money.ts'
import type { ShippingMethod } from '../stores/store.ts'
import type { Store } from '../stores/stores.ts'
import { weightGramsOf, type Consignment } from './consignment.ts'
import { arrivalOf, type DeliverableLine } from './delivery-plan.ts'
import type { Arrival } from './next-delivery.ts'
import { pointsNear } from './points-near.server.ts'
import type { Carriers, ServicePoint } from './service-point.ts'
import { shippingMethods, shippingPriceMinor } from './shipping-methods.ts'
import { transitDays } from './transit-days.ts'

/** What is to be delivered. */
export interface DeliveredCart {
  goods: Consignment
  /** The lines that are shipped. */
  lines: readonly DeliverableLine[]
  /** What the price of delivery is free from. */
  sumMinor: Minor
  /** Both deliveries of a cart that can be divided; null: it cannot. */
  split: { first: readonly DeliverableLine[]; restGrams: number } | null
}

export interface OfferedDelivery {
  method: ShippingMethod
  priceMinor: Minor
  /** Days on the way. */
  days: { min: number; max: number }
  /** When all of it arrives; null: nobody knows yet, or nothing is asked about. */
  arrival: Arrival | null
  /** The price of a second delivery, and when the first arrives; null: the cart cannot be divided. */
  split: { priceMinor: Minor; firstArrival: Arrival | null } | null
  /** Empty where the carrier does not respond: the parcel then goes to the nearest point. */
  points: ServicePoint[]
}

/**
 * The store's methods for this kind of buyer that can carry the cart, all of them without one. `postalCode`: without spaces, of the store's
 * country.
 */
export function offeredDeliveries(
  services: { carriers: Carriers; clock: () => number },
  store: Store,
  {
    postalCode,
    buyer,
    cart,
    listsPoints,
  }: {
    postalCode: string
    buyer: 'private' | 'business'
    cart: DeliveredCart | null
    listsPoints: boolean
  },
): Promise<OfferedDelivery[]> {
  const now = services.clock()
  const offered = async (method: ShippingMethod): Promise<OfferedDelivery> => {
    const days = transitDays(store.code, method, postalCode)
    const sumMinor = cart?.sumMinor ?? zeroMinor
    const answer = listsPoints ? await pointsNear(services.carriers, { store, method, postalCode }) : null
    return {
      method,
      priceMinor: shippingPriceMinor(method, sumMinor, cart ? weightGramsOf(cart.goods) : 0),
      days,
      arrival: arrivalOf(store, cart?.lines ?? [], days, now),
      split: cart?.split
        ? {
            priceMinor: shippingPriceMinor(method, sumMinor, cart.split.restGrams),
            firstArrival: arrivalOf(store, cart.split.first, days, now),
          }
        : null,
      points: answer?.ok ? answer.points : [],
    }
  }
  const methods = shippingMethods(store.code, cart?.goods, buyer)
  return Promise.all(methods.map(offered))
}
