/** The part of a store's policy that its pages show in the browser; sent once with the layout. */
import type { Minor } from '../../domain/money/money.ts'
import type { CarryingRules } from '../../domain/shipping/shipping-methods.ts'
import type { CarrierLogo, FinderName, ShippingMethod } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'

export interface StoreDetails {
  email: string
  carriers: readonly CarrierLogo[]
  finderPaths: Record<FinderName, string>
  takesDeposit: boolean
  /** Shipping methods that are free above some cart sum. */
  freeDelivery: (Pick<ShippingMethod, 'name'> &
    CarryingRules & {
      fromMinor: Minor
    })[]
}

export function storeDetails(code: StoreCode): StoreDetails {
  const { company, shippingIcons, finderPaths, starterBatteryDeposit, shippingMethods } = storePolicies[code]
  return {
    email: company.email,
    carriers: shippingIcons,
    finderPaths,
    takesDeposit: starterBatteryDeposit !== null,
    freeDelivery: shippingMethods.flatMap(
      ({ name, freeFromMinor, maxUnits, maxWeightGrams, maxSidesMm, carries }) =>
        freeFromMinor === null
          ? []
          : [{ name, fromMinor: freeFromMinor, maxUnits, maxWeightGrams, maxSidesMm, carries }],
    ),
  }
}
