/**
 * The accounts at payment providers and carriers of a process: those of the environment, and those whose keys staff have
 * set. The environment wins; with the simulator stored keys are not used (decision 93, for
 * carriers decision 119).
 */
import type { PaymentProviders } from '../domain/payments/payment-provider.ts'
import type { AccountSource, ProviderAccounts } from '../domain/provider-accounts/provider-accounts.ts'
import {
  isCarrierAccount,
  paymentAccountProviders,
  type CarrierAccountProvider,
  type PaymentAccountProvider,
} from '../domain/provider-accounts/account-provider.ts'
import {
  openProviderAccounts,
  type OpenedAccount,
} from '../domain/provider-accounts/stored-accounts.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { booksParcels, storedCarrierAccount, type CarrierAccounts } from './carrier-settings.ts'
import type { Config } from './config.ts'
import { storedPaymentAccount, type PaymentAccounts, type StoreAccounts } from './payment-settings.ts'

/** The accounts of the environment, with the variables that stored keys are read beside: hosts of test environments, methods of Stripe. */
export type AccountsConfig = Pick<
  Config,
  'payments' | 'carriers' | 'providers' | 'providerVariables' | 'publicUrl'
>

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
    build: (accounts: PaymentAccounts) => PaymentProviders
  },
): KeptAccounts {
  let payments = config.payments
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
    return booksParcels(carrier, account, store) ? 'environment' : 'environment_points'
  }
  return {
    refresh,
    carriersOf,
    sourceOf(store, provider): AccountSource {
      if (isCarrierAccount(provider)) return carrierSource(store, provider)
      if (config.payments[provider]?.[store] !== undefined)
        return config.providers === 'simulator' ? 'simulator' : 'environment'
      return payments[provider]?.[store] === undefined ? null : 'stored'
    },
  }
}

function isSamePayments(former: PaymentAccounts, next: PaymentAccounts, store: StoreCode): boolean {
  return paymentAccountProviders.every((provider) =>
    isSame(former[provider]?.[store], next[provider]?.[store]),
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The accounts of the environment with the stored ones beside them. */
function withStoredPayments(config: AccountsConfig, stored: readonly OpenedAccount[]): PaymentAccounts {
  const accounts: Partial<Record<PaymentAccountProvider, StoreAccounts>> = { ...config.payments }
  for (const { store, provider, values } of stored) {
    if (isCarrierAccount(provider) || config.payments[provider]?.[store] !== undefined) continue
    const account = storedPaymentAccount(config.providerVariables, { store, provider, keys: values })
    accounts[provider] = { ...accounts[provider], [store]: account }
  }
  return accounts
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
    if (!isCarrierAccount(provider)) continue
    const { [provider]: given } = config.carriers
    if (given !== undefined && booksParcels(provider, given, store)) continue
    const next = storedCarrierAccount(provider, { store, values }, config.providerVariables, config.publicUrl)
    // The adapter of an account that is the same keeps what it remembers.
    const { [provider]: kept } = former
    Object.assign(accounts, { [provider]: isSame(kept, next) ? kept : next })
  }
  return accounts
}
