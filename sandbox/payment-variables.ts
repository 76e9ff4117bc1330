/** The variables of accounts at the simulated payment providers, as an operator would set those of real ones. */
import { storeCodes } from '../domain/stores/stores.ts'
import { simulatedMerchant as kustomMerchant } from './kustom/merchants.ts'
import { simulatedAccount as stripeAccount } from './stripe/accounts.ts'
import { simulatedMerchant as walleyMerchant } from './walley/merchants.ts'

/** `simulatorUrl`: the simulator's address, without a trailing slash. */
export function simulatedPaymentVariables(simulatorUrl: string): Readonly<Record<string, string>> {
  const hosts = {
    KUSTOM_URL: `${simulatorUrl}/kustom`,
    STRIPE_API_URL: `${simulatorUrl}/stripe`,
    STRIPE_SCRIPT_URL: `${simulatorUrl}/stripe/dahlia/stripe.js`,
    WALLEY_URL: `${simulatorUrl}/walley`,
    WALLEY_LOADER_URL: `${simulatorUrl}/walley`,
  }
  const ofStores = storeCodes.map((store) => {
    const kustom = kustomMerchant(store)
    const stripe = stripeAccount(store)
    const walley = walleyMerchant(store)
    const suffix = store.toUpperCase()
    return {
      [`KUSTOM_USERNAME_${suffix}`]: kustom.username,
      [`KUSTOM_PASSWORD_${suffix}`]: kustom.password,
      [`STRIPE_SECRET_KEY_${suffix}`]: stripe.secretKey,
      [`STRIPE_PUBLISHABLE_KEY_${suffix}`]: stripe.publishableKey,
      [`STRIPE_WEBHOOK_SECRET_${suffix}`]: stripe.webhookSecret,
      [`WALLEY_CLIENT_ID_${suffix}`]: walley.clientId,
      [`WALLEY_CLIENT_SECRET_${suffix}`]: walley.clientSecret,
      [`WALLEY_STORE_B2C_${suffix}`]: String(walley.storeIds.b2c),
      [`WALLEY_STORE_B2B_${suffix}`]: String(walley.storeIds.b2b),
    }
  })
  return Object.assign(hosts, ...ofStores) as Record<string, string>
}
