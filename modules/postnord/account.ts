/** The shop's account at PostNord. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { eachStoreKey, type CarrierSettings } from '../../sdk/carrier.ts'
import { required } from '../../sdk/required.ts'

export interface PostnordAccount {
  /** Origin, with a path only for a simulator; without a trailing slash. */
  url: string
  apiKey: string
}

/** What booking parcels needs besides. */
export interface PostnordBooking {
  /** PostNord's number of the integration; it comes with the API key. */
  applicationId: number
  /** The store's customer number at PostNord. */
  customers: Partial<Record<StoreCode, string>>
}

export const accountOf = ({ keys, hosts }: CarrierSettings): PostnordAccount => ({
  url: required(hosts, 'url'),
  apiKey: required(keys, 'api_key'),
})

export const bookingOf = (settings: CarrierSettings): PostnordBooking => ({
  applicationId: Number(required(settings.keys, 'application_id')),
  customers: eachStoreKey(settings, 'customer'),
})
