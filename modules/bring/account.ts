/** The shop's account at Bring. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { eachStoreKey, type CarrierSettings } from '../../sdk/carrier.ts'
import { required } from '../../sdk/required.ts'

export interface BringAccount {
  /** Origin, with a path only for a simulator; without a trailing slash. */
  url: string
  uid: string
  apiKey: string
  /** The shop's address, which Bring requires with each request. */
  clientUrl: string
}

/** What booking parcels needs besides. */
export interface BringBooking {
  /** Bookings are checked and answered, but nothing is carried or charged. */
  isTest: boolean
  /** The store's customer number at Bring. */
  customers: Partial<Record<StoreCode, string>>
}

export const accountOf = ({ keys, hosts, publicUrl }: CarrierSettings): BringAccount => ({
  url: required(hosts, 'url'),
  uid: required(keys, 'api_uid'),
  apiKey: required(keys, 'api_key'),
  clientUrl: publicUrl,
})

export const bookingOf = (settings: CarrierSettings): BringBooking => ({
  isTest: settings.switches.includes('test'),
  customers: eachStoreKey(settings, 'customer'),
})
