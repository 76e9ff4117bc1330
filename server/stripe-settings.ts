/** The settings of Stripe: three keys per store, as `STRIPE_SECRET_KEY_SV`. */
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { simulatedAccount } from '../providers/stripe/simulated-accounts.ts'
import { stripeApiUrl, stripeScriptUrl, type StripeAccount } from '../providers/stripe/stripe-account.ts'
import type { StripeMethod } from '../domain/stores/store.ts'
import { offeredMethods } from '../providers/stripe/stripe-methods.ts'
import { ConfigError } from './config-error.ts'
import { together } from './provider-settings.ts'

type Environment = Record<string, string | undefined>

export type StripeAccounts = Partial<Record<StoreCode, StripeAccount>>

/**
 * A store without keys does not offer Stripe. Test and live environment differ by the keys only. `simulatorUrl`:
 * null with live providers. Throws ConfigError where only a part of a store's keys is set, where a key is none of
 * its kind, or where a store may not offer a method.
 */
export function readStripeAccounts(env: Environment, simulatorUrl: string | null): StripeAccounts {
  return Object.fromEntries(
    storeCodes.flatMap((store): [StoreCode, StripeAccount][] => {
      const methods = readStripeMethods(env, store)
      if (simulatorUrl !== null) {
        const { secretKey, publishableKey, webhookSecret } = simulatedAccount(store)
        const apiUrl = `${simulatorUrl}/stripe`
        const scriptUrl = `${apiUrl}/dahlia/stripe.js`
        return [[store, { apiUrl, scriptUrl, secretKey, publishableKey, webhookSecret, methods }]]
      }
      const keys = together(
        env,
        Object.keys(stripeKeyForms).map((name) => nameFor(name, store)),
      )
      if (keys.every((key) => key === undefined)) return []
      Object.entries(stripeKeyForms).forEach(([name, form], index) => {
        if (!form.test(keys[index] ?? ''))
          throw new ConfigError(`${nameFor(name, store)} must be like ${form.source.slice(1)}…`)
      })
      const [secretKey = '', publishableKey = '', webhookSecret = ''] = keys
      const hosts = { apiUrl: stripeApiUrl, scriptUrl: stripeScriptUrl }
      return [[store, { ...hosts, secretKey, publishableKey, webhookSecret, methods }]]
    }),
  )
}

/** Restricted keys (`rk_`) are secret keys with fewer rights. */
const stripeKeyForms = {
  STRIPE_SECRET_KEY: /^(?:sk|rk)_(?:test|live)_/,
  STRIPE_PUBLISHABLE_KEY: /^pk_(?:test|live)_/,
  STRIPE_WEBHOOK_SECRET: /^whsec_/,
}

/** `STRIPE_METHODS_SV=card`: the methods that are activated in the account, of those that the store may offer. */
function readStripeMethods(env: Environment, store: StoreCode): readonly StripeMethod[] {
  const offered = offeredMethods(store)
  const name = nameFor('STRIPE_METHODS', store)
  const wanted = env[name]?.split(',').map((method) => method.trim())
  if (!wanted) return offered
  const unknown = wanted.find((method) => !offered.some((known) => known === method))
  if (unknown !== undefined)
    throw new ConfigError(`${name} may list ${offered.join(', ')}, not ${unknown || 'nothing'}.`)
  return offered.filter((method) => wanted.includes(method))
}

function nameFor(name: string, store: StoreCode): string {
  return `${name}_${store.toUpperCase()}`
}
