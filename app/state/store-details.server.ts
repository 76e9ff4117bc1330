/** The part of a store's policy that its pages show in the browser; sent once with the layout. */
import { pagePaths, type PagePaths } from '../../domain/seo/module-pages.ts'
import { carrierName } from '../../domain/shipping/carrier-name.ts'
import { shownCarriers, shownMethods } from '../../domain/shipping/shipping-methods.ts'
import { isCarrierLogo, type CarrierLogo, type ShippingMethod } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'

export interface StoreDetails {
  email: string
  /** Carriers of the footer with a mark, and the names of those without. */
  carriers: readonly CarrierLogo[]
  otherCarriers: readonly string[]
  /** Addresses of the modules' pages that have a path of each store's own. */
  pagePaths: PagePaths
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
  const { company, exampleSearches, starterBatteryDeposit, vatRateBasisPoints } = storePolicies[code]
  return {
    email: company.email,
    carriers: shownCarriers(code).filter((carrier) => isCarrierLogo(carrier)),
    otherCarriers: shownCarriers(code)
      .filter((carrier) => !isCarrierLogo(carrier))
      .map(carrierName),
    pagePaths: pagePaths(code),
    takesDeposit: starterBatteryDeposit !== null,
    deliveryVatBasisPoints: vatRateBasisPoints,
    exampleSearches,
    delivery: shownMethods(code).map(
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
