import { expect, it } from 'vitest'
import { paymentProviderIds } from '../stores/payment-provider-id.ts'
import { storeCodes } from '../stores/stores.ts'
import { offeredProviders, storeProviders } from './offered-providers.ts'
import type { PaymentProvider, PaymentProviders, StoreProviders } from './payment-provider.ts'

const configured = (...ids: (typeof paymentProviderIds)[number][]): StoreProviders =>
  Object.fromEntries(ids.map((id) => [id, { id } as PaymentProvider]))

const everywhere = (providers: StoreProviders): PaymentProviders => ({
  sv: providers,
  no: providers,
  de: providers,
  da: providers,
})

it('[CHECKOUT-07] offers the configured methods in the store’s order, methods without credit first', () => {
  const all = everywhere(configured(...paymentProviderIds))
  for (const store of storeCodes) {
    expect(offeredProviders(all, store, 'private')).toEqual(['stripe', 'klarna', 'walley_b2c', 'invoice'])
    expect(offeredProviders(all, store, 'business')).toEqual(['stripe', 'klarna', 'walley_b2b', 'invoice'])
  }
})

it('[CHECKOUT-07] offers a method only in stores with an account for it', () => {
  const providers = {
    ...everywhere(configured('invoice')),
    no: configured('walley_b2b', 'invoice', 'klarna'),
  }
  expect(offeredProviders(providers, 'sv', 'private')).toEqual(['invoice'])
  expect(offeredProviders(providers, 'no', 'private')).toEqual(['klarna', 'invoice'])
  expect(offeredProviders(providers, 'no', 'business')).toEqual(['klarna', 'walley_b2b', 'invoice'])
  expect(storeProviders(providers, 'no')).toEqual(['klarna', 'invoice', 'walley_b2b'])
})
