/** The part of a store's policy that its pages show in the browser; sent once with the layout. */
import { shownCarriers } from '../../domain/shipping/shipping-methods.ts'
import type { CarrierLogo, FinderName, ShippingMethod } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'

export interface StoreDetails {
  email: string
  carriers: readonly CarrierLogo[]
  finderPaths: Record<FinderName, string>
  takesDeposit: boolean
  /** VAT rate of deliveries. */
  deliveryVatBasisPoints: number
  /** Terms offered before anything is typed. */
  exampleSearches: readonly string[]
  /** Shipping methods as far as the cart names their prices, in display order. */
  delivery: Pick<
    ShippingMethod,
    'id' | 'name' | 'priceMinor' | 'heavier' | 'freeFromMinor' | 'maxUnits' | 'maxWeightGrams'
  >[]
}

export function storeDetails(code: StoreCode): StoreDetails {
  const {
    company,
    exampleSearches,
    finderPaths,
    starterBatteryDeposit,
    shippingMethods,
    vatRateBasisPoints,
  } = storePolicies[code]
  return {
    email: company.email,
    carriers: shownCarriers(code),
    finderPaths,
    takesDeposit: starterBatteryDeposit !== null,
    deliveryVatBasisPoints: vatRateBasisPoints,
    exampleSearches,
    delivery: shippingMethods.map(
      ({ id, name, priceMinor, heavier, freeFromMinor, maxUnits, maxWeightGrams }) => ({
        id,
        name,
        priceMinor,
        heavier,
        freeFromMinor,
        maxUnits,
        maxWeightGrams,
      }),
    ),
  }
}
