import { expect, it } from 'vitest'
import { paymentProviderIds } from '../payment-methods/payment-methods.ts'
import { storeCodes } from '../stores/stores.ts'
import { isCredit, listedChoices } from './payment-choices.ts'
import { offeredChoices, offeredProviders, repeatableChoices, storeProviders } from './offered-providers.ts'
import type { PaymentProvider, PaymentProviders, StoreProviders } from './payment-provider.ts'
import { choicesOfStore } from './store-choices.ts'

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

const idsOf = (choices: ReturnType<typeof offeredChoices>, store: (typeof storeCodes)[number]) =>
  listedChoices(choices, choicesOfStore(store, 'private')).map(({ id }) => id)

it('[CHECKOUT-07] offers what can be paid with, each once, before the frames and before credit', () => {
  const all = everywhere(configured(...paymentProviderIds))
  const offered = (store: (typeof storeCodes)[number]) => idsOf(offeredChoices(all, store, 'private'), store)
  expect(offered('sv')).toEqual(['stripe', 'stripe:swish', 'klarna', 'walley_b2c', 'invoice'])
  expect(offered('da')).toEqual(['stripe', 'stripe:mobilepay', 'klarna', 'walley_b2c', 'invoice'])
  expect(offered('de')).toEqual(['stripe', 'klarna', 'walley_b2c', 'invoice'])
  for (const store of storeCodes)
    for (const type of ['private', 'business'] as const) {
      const choices = choicesOfStore(store, type)
      const own = choices.flatMap(({ offers }) => (offers.length === 1 ? offers : []))
      expect([store, own]).toEqual([store, [...new Set(own)]])
      // Lag 2010:751 ch. 7 a: a choice without credit is never below one with it.
      const credit = choices.map(({ offers }) => offers.some(isCredit))
      expect([store, credit]).toEqual([store, credit.toSorted((a, b) => Number(a) - Number(b))])
    }
})

it('[CHECKOUT-07] offers of a provider what its account can serve', () => {
  const stripe = { id: 'stripe', means: ['card'] } as unknown as PaymentProvider
  const providers = { ...everywhere({}), sv: { stripe } }
  expect(idsOf(offeredChoices(providers, 'sv', 'private'), 'sv')).toEqual(['stripe'])
})

it('[SUBS-02] renews a subscription with a card or an invoice, never with a wallet', () => {
  const all = everywhere(configured(...paymentProviderIds))
  expect(idsOf(repeatableChoices(all, 'sv', 'private'), 'sv')).toEqual(['stripe', 'invoice'])
})
