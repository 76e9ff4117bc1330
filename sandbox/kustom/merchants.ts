/** The merchant accounts of the simulated Kustom: one per store, as with the real provider. */
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'

export interface SimulatedMerchant {
  username: string
  password: string
  /** ISO 3166-1 alpha-2 and ISO 4217: orders of the account must have them. */
  country: string
  currency: string
  name: string
}

/** The account of a store. The password is public: it opens nothing but the simulator. */
export function simulatedMerchant(store: StoreCode): SimulatedMerchant {
  const { brand, countryCode, currency } = stores[store]
  return {
    username: `simulated-${store}`,
    password: 'simulated',
    country: countryCode,
    currency,
    name: brand,
  }
}

export const simulatedMerchants: readonly SimulatedMerchant[] = storeCodes.map(simulatedMerchant)
