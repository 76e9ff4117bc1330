/** The payment methods that a store offers. Pure. */
import { canRepeat, hasCredit } from './payment-methods.ts'
import type { PaymentProviderId } from '../stores/payment-provider-id.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import type { PaymentProviders } from './payment-provider.ts'

/**
 * The configured methods for a type of customer in the store's display order, which follows the store's law
 * (CHECKOUT-07).
 */
export function offeredProviders(
  providers: PaymentProviders,
  store: StoreCode,
  customerType: 'private' | 'business',
): PaymentProviderId[] {
  return storePolicies[store].paymentOrder[customerType].filter((id) => providers[store][id] !== undefined)
}

/** The only offered method, where the store's law lets it be preselected; null: the shopper chooses. */
export function preselectedProvider(
  offered: readonly PaymentProviderId[],
  store: StoreCode,
): PaymentProviderId | null {
  const [only, ...others] = offered
  if (only === undefined || others.length > 0) return null
  return hasCredit(only) && !storePolicies[store].preselectsCredit ? null : only
}

/** The offered methods with which a subscription can be renewed (SUBS-02). */
export function repeatableProviders(
  providers: PaymentProviders,
  store: StoreCode,
  customerType: 'private' | 'business',
): PaymentProviderId[] {
  return offeredProviders(providers, store, customerType).filter(canRepeat)
}

/** The origins that the embeds of all configured providers load from, each once. */
export function embedHosts(providers: PaymentProviders): string[] {
  const all = Object.values(providers).flatMap((ofStore) => Object.values(ofStore))
  return [...new Set(all.flatMap((provider) => provider.embedHosts ?? []))]
}

/** Every configured method of a store, for pages that name them. */
export function storeProviders(providers: PaymentProviders, store: StoreCode): PaymentProviderId[] {
  const { private: forPersons, business } = storePolicies[store].paymentOrder
  return [...new Set([...forPersons, ...business])].filter((id) => providers[store][id] !== undefined)
}
