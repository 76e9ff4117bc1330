/** The merchant accounts of the simulated Walley: one per store, each with a store id per customer type. */
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'

export interface SimulatedMerchant {
  clientId: string
  clientSecret: string
  /** ISO 3166-1 alpha-2 and ISO 4217: checkouts of the account must have this country. */
  country: string
  currency: string
  storeIds: { b2c: number; b2b: number }
}

/** The account of a store. The secret is public: it opens nothing but the simulator. */
export function simulatedMerchant(store: StoreCode): SimulatedMerchant {
  const { countryCode, currency, storeId } = stores[store]
  return {
    clientId: `simulated-${store}`,
    clientSecret: 'simulated',
    country: countryCode,
    currency,
    storeIds: { b2c: 1000 + storeId, b2b: 2000 + storeId },
  }
}

export const simulatedMerchants: readonly SimulatedMerchant[] = storeCodes.map(simulatedMerchant)
