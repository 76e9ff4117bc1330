/** An account at Stripe, and where its API is. Without the SDK, which the settings of a command do not need. */
import type { StripeMethod } from '../../domain/stores/store.ts'

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

export const stripeApiUrl = 'https://api.stripe.com'

/** The release of Stripe.js that belongs to the API version of the SDK. */
export const stripeScriptUrl = 'https://js.stripe.com/dahlia/stripe.js'
