/** The part of a store's policy that its pages show in the browser; sent once with the layout. */
import { pagePaths, type PagePaths } from '../../domain/seo/module-pages.ts'
import { carrierName } from '../../domain/shipping/carrier-name.ts'
import { shownCarriers, shownMethods } from '../../domain/shipping/shipping-methods.ts'
import { isCarrierLogo, type CarrierLogo, type ShippingMethod } from '../../domain/stores/store.ts'
import { isOpenStore } from '../../domain/stores/open-stores.ts'
import { storeCodes, storePolicies, type StoreCode } from '../../domain/stores/stores.ts'
import { returnDays, topLines } from './promises.server.ts'

export interface StoreDetails {
  email: string
  /** When somebody answers the telephone; empty: it is not said. */
  phoneHours: string
  /** Days for returns; null: none are promised. */
  returnDays: number | null
  /** Stores that the shopper can go to, this one among them. */
  openStores: readonly StoreCode[]
  /** Lines of the top bar. */
  lines: readonly string[]
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
  const { phoneHours } = storePolicies[code].storefront
  return {
    email: company.email,
    phoneHours,
    returnDays,
    lines: topLines(code),
    openStores: storeCodes.filter((other) => other === code || isOpenStore(other)),
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
