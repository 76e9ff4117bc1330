/** The part of a store's policy that its pages show in the browser; sent once with the layout. */
import type { Minor } from '../../domain/money/money.ts'
import type { CarrierLogo, FinderName, ShippingMethod } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'

export interface StoreDetails {
  email: string
  carriers: readonly CarrierLogo[]
  finderPaths: Record<FinderName, string>
  takesDeposit: boolean
  /** Shipping methods that are free from some cart sum, the lowest sum first. */
  freeDelivery: (Pick<ShippingMethod, 'id' | 'name' | 'maxUnits' | 'maxWeightGrams'> & { fromMinor: Minor })[]
}

export function storeDetails(code: StoreCode): StoreDetails {
  const { company, shippingIcons, finderPaths, starterBatteryDeposit, shippingMethods } = storePolicies[code]
  return {
    email: company.email,
    carriers: shippingIcons,
    finderPaths,
    takesDeposit: starterBatteryDeposit !== null,
    freeDelivery: shippingMethods
      .flatMap(({ id, name, freeFromMinor, maxUnits, maxWeightGrams }) =>
        freeFromMinor === null ? [] : [{ id, name, fromMinor: freeFromMinor, maxUnits, maxWeightGrams }],
      )
      .toSorted((a, b) => a.fromMinor - b.fromMinor),
  }
}
