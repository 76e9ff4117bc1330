/** What a store offers to pay with. Pure. */
import { canRepeat } from '../payment-methods/payment-methods.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { OfferedMeans } from '../stores/store.ts'
import type { PaymentChoice } from './payment-choices.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { PaymentProviders } from './payment-provider.ts'
import { choicesOfStore } from './store-choices.ts'

type CustomerType = 'private' | 'business'

/**
 * The choices for a type of customer in the store's display order, which follows the store's law (CHECKOUT-07): those
 * whose provider is configured and can serve them.
 */
export function offeredChoices(
  providers: PaymentProviders,
  store: StoreCode,
  customerType: CustomerType,
): PaymentChoice[] {
  return choicesOfStore(store, customerType).filter(({ provider, offers: [means] }) => {
    const adapter = providers[store][provider]
    return adapter !== undefined && (adapter.means?.includes(means) ?? true)
  })
}

/** The providers of the choices, each once. */
export function offeredProviders(
  providers: PaymentProviders,
  store: StoreCode,
  customerType: CustomerType,
): PaymentProviderId[] {
  return [...new Set(offeredChoices(providers, store, customerType).map(({ provider }) => provider))]
}

/** The choices with which an order can be renewed (SUBS-02). */
export function repeatableChoices(
  providers: PaymentProviders,
  store: StoreCode,
  customerType: CustomerType,
): PaymentChoice[] {
  return offeredChoices(providers, store, customerType).filter(
    ({ provider, offers: [means] }) => canRepeat(provider) && repeatableMeans.has(means),
  )
}

/** Wallets are paid in their own app each time. */
const repeatableMeans: ReadonlySet<OfferedMeans> = new Set(['card', 'invoice'])

/** The origins that the embeds of all configured providers load from, each once. */
export function embedHosts(providers: PaymentProviders): string[] {
  const all = Object.values(providers).flatMap((ofStore) => Object.values(ofStore))
  return [...new Set(all.flatMap((provider) => provider.embedHosts ?? []))]
}

/** Every configured method of a store, for pages that name them. */
export function storeProviders(providers: PaymentProviders, store: StoreCode): PaymentProviderId[] {
  return [
    ...new Set([
      ...offeredProviders(providers, store, 'private'),
      ...offeredProviders(providers, store, 'business'),
    ]),
  ]
}
