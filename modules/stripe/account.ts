/** An account at Stripe, and where its API is. */
import type { StripeMethod } from '../../domain/stores/store.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { required } from '../../sdk/required.ts'
import type { PaymentSettings } from '../../sdk/payment-account.ts'
import { offeredMethods, readMethods } from './methods.ts'

export interface StripeAccount {
  /** Origin of the API, with a path only for a simulator; without a trailing slash. */
  apiUrl: string
  /** Address of Stripe.js. */
  scriptUrl: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Activated in the account, in display order. */
  methods: readonly StripeMethod[]
}

/** Without an option `methods` all methods that the store offers are activated. */
export function accountOf({ keys, hosts, options }: PaymentSettings, store: StoreCode): StripeAccount {
  const offered = offeredMethods(store)
  const { methods } = options
  const activated = methods === undefined ? offered : readMethods(methods)
  return {
    apiUrl: required(hosts, 'api_url'),
    scriptUrl: required(hosts, 'script_url'),
    secretKey: required(keys, 'secret_key'),
    publishableKey: required(keys, 'publishable_key'),
    webhookSecret: required(keys, 'webhook_secret'),
    methods: offered.filter((method) => activated.some((name) => name === method)),
  }
}
