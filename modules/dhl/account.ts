/** The shop's account at DHL. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { CarrierSettings } from '../../sdk/carrier.ts'
import { required } from '../../sdk/required.ts'

export interface DhlAccount {
  /** Origin, with a path only for a simulator; without a trailing slash. */
  url: string
  apiKey: string
}

/** What booking parcels needs besides. */
export interface DhlBooking {
  /** Origin of the shipping and tracking APIs, which differs from that of the location finder. */
  url: string
  contracts: Partial<Record<StoreCode, DhlContract>>
}

export interface DhlContract {
  /** User of the business customer portal, who may create labels. */
  username: string
  password: string
  /** 14 digits: customer, procedure and participation, for DHL Paket (01). */
  billingNumber: string
  /** 14 digits, for DHL Paket International (53); null: no parcels abroad. */
  internationalBillingNumber: string | null
  /** Name of the return address in the portal; null: no returns. */
  returnReceiver: string | null
}

export const accountOf = ({ keys, hosts }: CarrierSettings): DhlAccount => ({
  url: required(hosts, 'url'),
  apiKey: required(keys, 'api_key'),
})

export const bookingOf = ({ hosts, ofStores }: CarrierSettings): DhlBooking => ({
  url: required(hosts, 'shipping_url'),
  contracts: Object.fromEntries(
    Object.entries(ofStores).map(([store, keys]): [string, DhlContract] => [
      store,
      {
        username: required(keys, 'username'),
        password: required(keys, 'password'),
        billingNumber: required(keys, 'billing'),
        internationalBillingNumber: keys['billing_international'] ?? null,
        returnReceiver: keys['returns'] ?? null,
      },
    ]),
  ),
})
