/** The shop's account at Budbee. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { eachStoreKey, type CarrierSettings } from '../../sdk/carrier.ts'
import { required } from '../../sdk/required.ts'

export interface BudbeeAccount {
  /** Origin, with a path only for a simulator; without a trailing slash. */
  url: string
  apiKey: string
  apiSecret: string
}

/** What booking parcels needs besides. */
export interface BudbeeBooking {
  /** Budbee's id of the place where it collects the store's parcels. */
  collectionIds: Partial<Record<StoreCode, number>>
}

export const accountOf = ({ keys, hosts }: CarrierSettings): BudbeeAccount => ({
  url: required(hosts, 'url'),
  apiKey: required(keys, 'api_key'),
  apiSecret: required(keys, 'api_secret'),
})

export const bookingOf = (settings: CarrierSettings): BudbeeBooking => ({
  collectionIds: Object.fromEntries(
    Object.entries(eachStoreKey(settings, 'collection')).map(([store, id]) => [store, Number(id)]),
  ),
})
