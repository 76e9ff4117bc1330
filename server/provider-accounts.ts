/**
 * The accounts at payment providers and carriers of a process: those of the environment, and those whose keys staff have
 * set. The environment wins; with the simulator stored keys are not used (docs/decisions/0093-keys-of-providers.md, for
 * carriers docs/decisions/0119-keys-of-carriers.md).
 */
import type { PaymentProviders } from '../domain/payments/payment-provider.ts'
import type { AccountSource, ProviderAccounts } from '../domain/provider-accounts/provider-accounts.ts'
import {
  isCarrierAccount,
  providerKeys,
  type AccountProvider,
  type CarrierAccountProvider,
  type KeyValues,
} from '../domain/provider-accounts/provider-keys.ts'
import {
  openProviderAccounts,
  type OpenedAccount,
} from '../domain/provider-accounts/stored-accounts.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { Config } from './config.ts'
import {
  readCarrierAccounts,
  readKustomAccounts,
  readWalleyAccounts,
  type CarrierAccounts,
} from './provider-settings.ts'
import { readStripeAccounts } from './stripe-settings.ts'

/** The part of the configuration that payment providers depend on. */
export type PaymentConfig = Pick<Config, 'kustom' | 'stripe' | 'walley'>
/** With the variables that stored keys are read beside: hosts of test environments, methods of Stripe. */
export type AccountsConfig = PaymentConfig &
  Pick<Config, 'carriers' | 'providers' | 'providerVariables' | 'publicUrl'>

type OpenServices = Parameters<typeof openProviderAccounts>[0]

export interface KeptAccounts extends ProviderAccounts {
  /** The accounts at carriers that are in force in a store; an account that stays is the same object. */
  carriersOf(store: StoreCode): CarrierAccounts
}

/**
 * Keeps `providers` up to date: `refresh` replaces the providers of the stores whose accounts have changed. `build`: the
 * providers of these accounts.
 */
export function keepProviderAccounts(
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
): KeptAccounts {
  let payments: PaymentConfig = config
  const carriers = new Map<StoreCode, CarrierAccounts>()
  const carriersOf = (store: StoreCode) => carriers.get(store) ?? config.carriers
  const refresh = async (db = services.db) => {
    if (config.providers === 'simulator') return
    const stored = await openProviderAccounts({ ...services, db })
    const next = withStoredPayments(config, stored)
    const built = build(next)
    for (const store of storeCodes) {
      // An adapter whose account is the same keeps its access token and its connections.
      if (!isSamePayments(payments, next, store)) providers[store] = built[store]
      carriers.set(store, carriersWithStored(config, store, stored, carriersOf(store)))
    }
    payments = next
  }
  const carrierSource = (store: StoreCode, carrier: CarrierAccountProvider): AccountSource => {
    const { [carrier]: account } = carriersOf(store)
    if (account === undefined) return null
    if (config.providers === 'simulator') return 'simulator'
    if (account !== config.carriers[carrier]) return 'stored'
    return isAccountOf(config.carriers, carrier, store) ? 'environment' : 'environment_points'
  }
  return {
    refresh,
    carriersOf,
    sourceOf(store, provider): AccountSource {
      if (isCarrierAccount(provider)) return carrierSource(store, provider)
      if (config[provider][store] !== undefined)
        return config.providers === 'simulator' ? 'simulator' : 'environment'
      return payments[provider][store] === undefined ? null : 'stored'
    },
  }
}

function isSamePayments(former: PaymentConfig, next: PaymentConfig, store: StoreCode): boolean {
  const of = ({ kustom, stripe, walley }: PaymentConfig) => [kustom[store], stripe[store], walley[store]]
  return isSame(of(former), of(next))
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The accounts of the environment with the stored ones beside them. */
function withStoredPayments(config: AccountsConfig, stored: readonly OpenedAccount[]): PaymentConfig {
  const given = { ...config.providerVariables }
  for (const { store, provider, values } of stored)
    if (!isCarrierAccount(provider) && config[provider][store] === undefined)
      Object.assign(given, variablesOf(provider, store, values))
  return {
    kustom: { ...readKustomAccounts(given, null), ...config.kustom },
    stripe: { ...readStripeAccounts(given, null), ...config.stripe },
    walley: { ...readWalleyAccounts(given, null), ...config.walley },
  }
}

/** A store's accounts at carriers: its stored ones in the place of those that the environment's keys share. */
function carriersWithStored(
  config: AccountsConfig,
  store: StoreCode,
  stored: readonly OpenedAccount[],
  former: CarrierAccounts,
): CarrierAccounts {
  const accounts = { ...config.carriers }
  for (const { provider, values } of stored.filter((each) => each.store === store)) {
    if (!isCarrierAccount(provider) || isAccountOf(config.carriers, provider, store)) continue
    const variables = { ...config.providerVariables, ...variablesOf(provider, store, values) }
    const { [provider]: next } = readCarrierAccounts(variables, {
      simulatorUrl: null,
      publicUrl: config.publicUrl,
    })
    // The adapter of an account that is the same keeps what it remembers.
    const { [provider]: kept } = former
    Object.assign(accounts, { [provider]: isSame(kept, next) ? kept : next })
  }
  return accounts
}

/** Whether the environment has all that a store's parcels need at a carrier, not only a key that the stores share. */
function isAccountOf(
  { postnord, bring, dhl, budbee, instabee }: CarrierAccounts,
  carrier: CarrierAccountProvider,
  store: StoreCode,
): boolean {
  switch (carrier) {
    case 'postnord':
      return postnord?.booking?.customers[store] !== undefined
    case 'bring':
      return bring?.booking?.customers[store] !== undefined
    case 'dhl':
      return dhl?.booking?.contracts[store] !== undefined
    case 'budbee':
      return budbee?.booking?.collectionIds[store] !== undefined
    case 'instabee':
      return instabee !== undefined
  }
}

/** `secret_key` of Stripe in Sweden → `STRIPE_SECRET_KEY_SV`, `api_key` of PostNord → `POSTNORD_API_KEY`. */
function variablesOf(provider: AccountProvider, store: StoreCode, values: KeyValues): KeyValues {
  const nameOf = (key: string) =>
    providerKeys[provider][key]?.isShared ? `${provider}_${key}` : `${provider}_${key}_${store}`
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [nameOf(key).toUpperCase(), value]))
}
