import type { PaymentAccountDescription } from '../account-description.ts'
import { offeredMethods, readMethods } from './methods.ts'

export const stripe: PaymentAccountDescription = {
  // Restricted keys (`rk_`) are secret keys with fewer rights.
  keys: {
    secret_key: { form: /^(?:sk|rk)_(?:test|live)_\w{8,280}$/ },
    publishable_key: { form: /^pk_(?:test|live)_\w{8,280}$/ },
    webhook_secret: { form: /^whsec_\w{8,280}$/ },
  },
  // The release of Stripe.js is the one that belongs to the API version of the SDK.
  hosts: { api_url: 'https://api.stripe.com', script_url: 'https://js.stripe.com/dahlia/stripe.js' },
  options: {
    methods(value, store) {
      const offered: readonly string[] = offeredMethods(store)
      const unknown = readMethods(value).find((method) => !offered.includes(method))
      return unknown === undefined ? null : `may list ${offered.join(', ')}, not ${unknown || 'nothing'}.`
    },
  },
}
