/** A merchant account at Walley. */
import { required } from '../../sdk/required.ts'
import type { PaymentSettings } from '../../sdk/payment-account.ts'

export interface WalleyAccount {
  /** Address of the API: an origin, with a path only for a simulator; without a trailing slash. */
  url: string
  /** Address of the host that serves the loader script; without a trailing slash. */
  loaderUrl: string
  clientId: string
  clientSecret: string
  /** Walley's ids of the store; absent where the account does not have this customer type. */
  storeIds: { b2c?: number; b2b?: number }
  /** Name of the checkout's settings at Walley; null: the account's default. */
  profile: string | null
}

export function accountOf({ keys, hosts }: PaymentSettings): WalleyAccount {
  const { store_b2c: b2c, store_b2b: b2b, profile = null } = keys
  return {
    url: required(hosts, 'url'),
    loaderUrl: required(hosts, 'loader_url'),
    clientId: required(keys, 'client_id'),
    clientSecret: required(keys, 'client_secret'),
    storeIds: {
      ...(b2c !== undefined && { b2c: Number(b2c) }),
      ...(b2b !== undefined && { b2b: Number(b2b) }),
    },
    profile,
  }
}
