/**
 * What a module does with a store's account at its payment provider: `paymentAccounts` of its manifest. The account's
 * name there is that of its declarations, and begins the names of its variables: `stripe`, `STRIPE_SECRET_KEY_SV`.
 */
import type { WarningLog } from '../domain/log/warning-log.ts'
import type { StoreProviders } from '../domain/payments/payment-provider.ts'
import type { KeyValues } from '../domain/provider-accounts/provider-keys.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

/** A store's account as it was read, complete and of the right form: its keys, and what it needs besides. */
export interface PaymentSettings {
  keys: KeyValues
  /** By the names of the description, without a trailing slash. */
  hosts: Readonly<Record<string, string>>
  /** Options that are set. */
  options: Readonly<Record<string, string>>
}

export interface PaymentServices {
  store: StoreCode
  log: WarningLog
  /** Epoch milliseconds. */
  clock: () => number
}

export interface PaymentAccount {
  /** The payment methods that the account settles. */
  open(settings: PaymentSettings, services: PaymentServices): StoreProviders
  /** Enters the shop's address where a person would enter it in the provider's dashboard. Never rejects. */
  connectSimulator?(
    settings: PaymentSettings,
    shop: { store: StoreCode; publicUrl: string; log: WarningLog },
  ): Promise<void>
}
