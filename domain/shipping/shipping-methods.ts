/**
 * Which of a store's shipping methods a cart may choose, and their prices (CHECKOUT-05). The methods are in
 * the store's file; service points come from the carrier.
 */
import { type Minor, zeroMinor } from '../money/money.ts'
import type { PricedLine } from '../pricing/priced-cart.ts'
import type { ShippingMethod } from '../stores/store.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/** The only method for an order of gift cards. */
export function emailDelivery(store: StoreCode): ShippingMethod {
  return {
    id: 'email',
    carrier: null,
    kind: 'email',
    name: storePolicies[store].emailDeliveryName,
    priceMinor: zeroMinor,
    freeFromMinor: null,
    days: { min: 0, max: 0 },
    maxUnits: null,
    carriesStarterBatteries: false,
  }
}

/** The parts of a cart that decide which methods it may choose. */
export interface Consignment {
  /** Units that are shipped; gift cards are not. */
  units: number
  starterBatteries: boolean
}

/** Units that must be shipped to the buyer: excludes fees, and gift cards, which are sent by e-mail. */
export function unitsToShip(lines: readonly Pick<PricedLine, 'kind' | 'quantity'>[]): number {
  return lines.reduce((units, line) => (line.kind === 'goods' ? units + line.quantity : units), 0)
}

/** The store's methods that can carry the products, in display order. */
export function shippingMethods(store: StoreCode, goods?: Consignment): readonly ShippingMethod[] {
  if (!goods) return storePolicies[store].shippingMethods
  if (goods.units === 0) return [emailDelivery(store)]
  return storePolicies[store].shippingMethods.filter((method) => canCarry(method, goods))
}

/** A method of the store by its id; null where it has none with that id. */
export function shippingMethod(store: StoreCode, id: string): ShippingMethod | null {
  return storePolicies[store].shippingMethods.find((method) => method.id === id) ?? null
}

/** Whether the method can carry the products. */
export function canCarry(
  method: Pick<ShippingMethod, 'maxUnits' | 'carriesStarterBatteries'>,
  goods: Consignment,
): boolean {
  if (method.maxUnits !== null && goods.units > method.maxUnits) return false
  return method.carriesStarterBatteries || !goods.starterBatteries
}

/** The method's price for a cart with that sum (minor units, after discounts). */
export function shippingPriceMinor(method: ShippingMethod, cartSumMinor: Minor): Minor {
  const isFree = method.freeFromMinor !== null && cartSumMinor >= method.freeFromMinor
  return isFree ? zeroMinor : method.priceMinor
}

/** Whether the shopper must choose a service point (CHECKOUT-06). */
export function needsServicePoint(method: ShippingMethod): boolean {
  return method.kind === 'pickup' || method.kind === 'locker'
}
