/**
 * Which of a store's shipping methods a cart may choose, and their prices (CHECKOUT-05). The methods are in
 * the store's file; service points come from the carrier.
 */
import { type Minor, vatPartMinor, zeroMinor } from '../money/money.ts'
import type { PricedLine } from '../pricing/priced-cart.ts'
import type { PackedUnit } from '../products/packed-unit.ts'
import type { CarrierId, ShippingMethod } from '../stores/store.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import { weightGramsOf, type Consignment, type ShippedGoods } from './consignment.ts'

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
    heavier: [],
    maxWeightGrams: null,
    maxSidesMm: null,
    carries: [],
  }
}

/** The VAT within a delivery price, at the store's standard rate. */
export function shippingVat(
  store: StoreCode,
  priceMinor: Minor,
): { vatMinor: Minor; vatRateBasisPoints: number } {
  const { vatRateBasisPoints } = storePolicies[store]
  return { vatMinor: vatPartMinor(priceMinor, vatRateBasisPoints), vatRateBasisPoints }
}

/** Units that must be shipped to the buyer: excludes fees, and gift cards, which are sent by e-mail. */
export function unitsToShip(lines: readonly Pick<PricedLine, 'kind' | 'quantity'>[]): number {
  return lines.reduce((units, line) => (line.kind === 'goods' ? units + line.quantity : units), 0)
}

/** Whether the method is offered to this kind of buyer. */
export const isForBuyer = (
  { buyers }: Pick<ShippingMethod, 'buyers'>,
  buyer: 'private' | 'business',
): boolean => buyers === undefined || buyers.includes(buyer)

/** The methods that pages name before somebody has said who buys: those of private buyers, in display order. */
export const shownMethods = (store: StoreCode): readonly ShippingMethod[] =>
  storePolicies[store].shippingMethods.filter((method) => isForBuyer(method, 'private'))

/** The store's methods for this buyer that can carry the products, in display order. `buyer`: absent, of all buyers. */
export function shippingMethods(
  store: StoreCode,
  goods?: Consignment,
  buyer?: 'private' | 'business',
): readonly ShippingMethod[] {
  if (goods?.units === 0) return [emailDelivery(store)]
  return storePolicies[store].shippingMethods.filter(
    (method) =>
      (buyer === undefined || isForBuyer(method, buyer)) && (goods === undefined || canCarry(method, goods)),
  )
}

/** A method of the store by its id, switched off or not; null where it has none with that id. */
export function shippingMethod(store: StoreCode, id: string): ShippingMethod | null {
  return allMethods(store).find((method) => method.id === id) ?? null
}

/** Whether buyers can choose the method now. */
export function isOffered(store: StoreCode, { id }: Pick<ShippingMethod, 'id'>): boolean {
  return storePolicies[store].shippingMethods.some((method) => method.id === id)
}

/** The carriers of the footer's marks (CHROME-16, ENTITY-09): of the methods that buyers can choose, each once. */
export function shownCarriers(store: StoreCode): CarrierId[] {
  const carriers = storePolicies[store].shippingMethods.map(({ carrier }) => carrier)
  return [...new Set(carriers.filter((carrier) => carrier !== null))]
}

/** The carriers of the store's methods, switched off or not, and of its returns. */
export function carriersOfStore(store: StoreCode): ReadonlySet<CarrierId> {
  const carriers = [...allMethods(store), storePolicies[store].returnParcels].map((each) => each?.carrier)
  return new Set(carriers.filter((carrier) => carrier != null))
}

function allMethods(store: StoreCode): readonly ShippingMethod[] {
  const { shippingMethods: offered, switchedOffMethods = [] } = storePolicies[store]
  return [...offered, ...switchedOffMethods]
}

/** The limits of a shipping method. */
export type CarryingRules = Pick<ShippingMethod, 'maxUnits' | 'maxWeightGrams' | 'maxSidesMm' | 'carries'>

/** Whether the method can carry the products. */
export function canCarry(method: CarryingRules, consignment: Consignment): boolean {
  const { maxUnits, maxWeightGrams } = method
  if (maxUnits !== null && consignment.units > maxUnits) return false
  if (maxWeightGrams !== null && weightGramsOf(consignment) > maxWeightGrams) return false
  return consignment.goods.every((goods) => accepts(method, goods))
}

/** Whether the method takes goods of this size and class. */
function accepts(
  { maxSidesMm, carries }: Pick<CarryingRules, 'maxSidesMm' | 'carries'>,
  { sidesMm, classes }: ShippedGoods,
): boolean {
  const fits = maxSidesMm === null || sidesMm.every((side, rank) => side <= maxSidesMm[rank]!)
  return fits && classes.every((entry) => carries.includes(entry))
}

/**
 * Ids of the store's methods that cannot carry even one unit of the product. With those that are switched off: the
 * catalogue index keeps the answer, and is not written again when a method is switched on.
 */
export function excludedMethods(store: StoreCode, unit: PackedUnit): string[] {
  const consignment = { units: 1, goods: [{ name: '', ...unit }] }
  return allMethods(store).flatMap((method) => (canCarry(method, consignment) ? [] : [method.id]))
}

/**
 * Names of the goods because of which no method of the store for this buyer can carry the consignment; empty where a
 * method can. Those that no method takes by themselves, otherwise all, because they only exclude each other or are too
 * heavy together.
 */
export function undeliverableGoods(
  store: StoreCode,
  consignment: Consignment,
  buyer: 'private' | 'business',
): string[] {
  if (shippingMethods(store, consignment, buyer).length > 0) return []
  const methods = shippingMethods(store, undefined, buyer)
  const alone = consignment.goods.filter((goods) => !methods.some((method) => accepts(method, goods)))
  return (alone.length > 0 ? alone : consignment.goods).map(({ name }) => name)
}

/**
 * The method's price for a cart with that sum (minor units, after discounts) and gross weight. Above the free
 * limit every weight is free.
 */
export function shippingPriceMinor(
  { priceMinor, heavier, freeFromMinor }: Pick<ShippingMethod, 'priceMinor' | 'heavier' | 'freeFromMinor'>,
  cartSumMinor: Minor,
  weightGrams: number,
): Minor {
  if (freeFromMinor !== null && cartSumMinor >= freeFromMinor) return zeroMinor
  return heavier.findLast(({ aboveGrams }) => weightGrams > aboveGrams)?.priceMinor ?? priceMinor
}

/** Whether the shopper must choose a service point (CHECKOUT-06). */
export function needsServicePoint(method: ShippingMethod): boolean {
  return method.kind === 'pickup' || method.kind === 'locker'
}
