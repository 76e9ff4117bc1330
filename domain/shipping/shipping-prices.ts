/**
 * What delivery costs before the shopper has a cart: the table of a store's methods, and the lowest price of one
 * product. The price of a cart is in shipping-methods.ts.
 */
import { zeroMinor, type Minor } from '../money/money.ts'
import type { DangerousGoodsClass } from '../products/dangerous-goods.ts'
import type { ShippingMethod } from '../stores/store.ts'
import { shippingPriceMinor } from './shipping-methods.ts'

/** Goods that a method refuses and another one of the store carries, grouped as shoppers know them. */
export type RefusedGoods = 'lithium' | 'lithium_large' | 'lead' | 'lead_wet'

/** A row of the table of shipping prices. */
export type ShippingPriceRow = Pick<
  ShippingMethod,
  'name' | 'priceMinor' | 'heavier' | 'freeFromMinor' | 'days' | 'maxUnits' | 'maxWeightGrams' | 'maxSidesMm'
> & { id: string; refuses: RefusedGoods[] }

/** The store's methods in display order. */
export function shippingPriceTable(methods: readonly ShippingMethod[]): ShippingPriceRow[] {
  const shipped = new Set(methods.flatMap(({ carries }) => carries))
  return methods.map(({ carries, carrier: _carrier, kind: _kind, ...row }) => ({
    ...row,
    refuses: refusedGoods((goods) => shipped.has(goods) && !carries.includes(goods)),
  }))
}

function refusedGoods(isRefused: (goods: DangerousGoodsClass) => boolean): RefusedGoods[] {
  const refused: RefusedGoods[] = []
  if (isRefused('lithium_small')) refused.push('lithium')
  else if (isRefused('lithium_large')) refused.push('lithium_large')
  if (isRefused('lead_acid_sealed')) refused.push('lead')
  else if (isRefused('lead_acid_wet')) refused.push('lead_wet')
  return refused
}

/** What decides the delivery of one unit. */
export interface UnitToShip {
  weightGrams: number
  /** Ids of the methods that cannot carry it. */
  excludedMethods: readonly string[]
}

/**
 * The cheapest method that can carry one unit, with what its delivery costs in a cart of `sumMinor`, by default of one
 * that no free delivery begins at; null where none can.
 */
export function cheapestDelivery(
  methods: readonly ShippingMethod[],
  unit: UnitToShip,
  sumMinor: Minor = zeroMinor,
): (ShippingMethod & { unitPriceMinor: Minor }) | null {
  const [cheapest] = offered(methods, unit)
    .map((method) => ({
      ...method,
      unitPriceMinor: shippingPriceMinor(method, sumMinor, unit.weightGrams),
    }))
    .toSorted((a, b) => a.unitPriceMinor - b.unitPriceMinor)
  return cheapest ?? null
}

/** The lowest cart sum from which a method that can carry the unit is free; null where none ever is. */
export function freeDeliveryFrom(methods: readonly ShippingMethod[], unit: UnitToShip): Minor | null {
  const [lowest] = offered(methods, unit)
    .flatMap(({ freeFromMinor }) => (freeFromMinor === null ? [] : [freeFromMinor]))
    .toSorted((a, b) => a - b)
  return lowest ?? null
}

const offered = (methods: readonly ShippingMethod[], { excludedMethods }: UnitToShip) =>
  methods.filter(({ id }) => !excludedMethods.includes(id))
