/**
 * The accounts at payment providers of a process: those of the environment, and those whose keys staff have set. The
 * environment wins; with the simulator stored keys are not used (docs/decisions/0093-keys-of-providers.md).
 */
import type { AccountSource, PaymentAccounts } from '../domain/payments/payment-accounts.ts'
import { openProviderAccounts, type OpenedAccount } from '../domain/payments/provider-accounts.server.ts'
import type { AccountProvider, KeyValues } from '../domain/payments/provider-keys.ts'
import type { PaymentProviders } from '../domain/payments/payment-provider.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { Config } from './config.ts'
import { readKustomAccounts, readWalleyAccounts } from './provider-settings.ts'
import { readStripeAccounts } from './stripe-settings.ts'

/** The part of the configuration that payment providers depend on. */
export type PaymentConfig = Pick<Config, 'kustom' | 'stripe' | 'walley'>
/** With the variables that stored keys are read beside: hosts of test environments, methods of Stripe. */
export type AccountsConfig = PaymentConfig & Pick<Config, 'providers' | 'providerVariables'>

type OpenServices = Parameters<typeof openProviderAccounts>[0]

/**
 * Keeps `providers` up to date: `refresh` replaces the providers of the stores whose accounts have changed. `build`: the
 * providers of these accounts.
 */
export function keepPaymentAccounts(
  services: OpenServices,
  {
    config,
    providers,
    build,
  }: {
    config: AccountsConfig
    providers: PaymentProviders
    build: (accounts: PaymentConfig) => PaymentProviders
  },
): PaymentAccounts {
  let inForce: PaymentConfig = config
  const refresh = async (db = services.db) => {
    if (config.providers === 'simulator') return
    const next = withStoredAccounts(config, await openProviderAccounts({ ...services, db }))
    const built = build(next)
    // An adapter whose account is the same keeps its access token and its connections.
    for (const store of storeCodes) if (!isSameAccount(inForce, next, store)) providers[store] = built[store]
    inForce = next
  }
  return {
    refresh,
    sourceOf(store, provider): AccountSource {
      if (config[provider][store] !== undefined)
        return config.providers === 'simulator' ? 'simulator' : 'environment'
      return inForce[provider][store] === undefined ? null : 'stored'
    },
  }
}

function isSameAccount(former: PaymentConfig, next: PaymentConfig, store: StoreCode): boolean {
  const of = ({ kustom, stripe, walley }: PaymentConfig) =>
    JSON.stringify([kustom[store], stripe[store], walley[store]])
  return of(former) === of(next)
}

/** The accounts of the environment with the stored ones beside them. */
function withStoredAccounts(config: AccountsConfig, stored: readonly OpenedAccount[]): PaymentConfig {
  const given = { ...config.providerVariables }
  for (const { store, provider, values } of stored)
    if (config[provider][store] === undefined) Object.assign(given, variablesOf(provider, store, values))
  return {
    kustom: { ...readKustomAccounts(given, null), ...config.kustom },
    stripe: { ...readStripeAccounts(given, null), ...config.stripe },
    walley: { ...readWalleyAccounts(given, null), ...config.walley },
  }
}

/** `secret_key` of Stripe in Sweden → `STRIPE_SECRET_KEY_SV`. */
function variablesOf(provider: AccountProvider, store: StoreCode, values: KeyValues): KeyValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${provider}_${name}_${store}`.toUpperCase(), value]),
  )
}
