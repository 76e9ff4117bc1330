/**
 * The keys of a store's account at a payment provider or a carrier: their names and forms. The name of a key is that of
 * its environment variable without provider and store: `secret_key` of Stripe in Sweden is `STRIPE_SECRET_KEY_SV`. Pure.
 */
import type { CarrierLogo } from '../stores/store.ts'

export const paymentAccountProviders = ['kustom', 'stripe', 'walley'] as const
export const carrierAccountProviders = ['postnord', 'bring', 'dhl', 'budbee', 'instabee'] as const
export const accountProviders = [...paymentAccountProviders, ...carrierAccountProviders] as const

/** Carriers that a store has an account at. */
export type CarrierAccountProvider = (typeof carrierAccountProviders)[number]
/** The carrier of shipping methods that an account is for. */
export const carrierOfAccount: Readonly<Record<CarrierAccountProvider, CarrierLogo>> = {
  postnord: 'postnord',
  bring: 'bring',
  dhl: 'DHL',
  budbee: 'budbee',
  instabee: 'instabox',
}
/** Companies that a store has an account at; one account may serve several payment methods. */
export type AccountProvider = (typeof accountProviders)[number]

export interface ProviderKey {
  /** The whole value. */
  form: RegExp
  isOptional?: boolean
  /** Keys that must be set where this one is. */
  needs?: readonly string[]
  /** Its variable names no store: the stores share an account of the environment. */
  isShared?: boolean
}

const word = /^[\x21-\x7e]{1,300}$/
const storeNumber: ProviderKey = { form: /^[1-9]\d{0,8}$/, isOptional: true }

const shared: ProviderKey = { form: word, isShared: true }
/** With it parcels are booked; without it the account has service points only. */
const booking = (form: RegExp, ...needs: string[]): ProviderKey => ({ form, isOptional: true, needs })
const dhlContract = ['username', 'password', 'billing']
const dhlBillingNumber = /^\d{12}[\dA-Z]{2}$/

/** Restricted keys of Stripe (`rk_`) are secret keys with fewer rights. */
export const providerKeys: Readonly<Record<AccountProvider, Readonly<Record<string, ProviderKey>>>> = {
  kustom: { username: { form: word }, password: { form: word } },
  stripe: {
    secret_key: { form: /^(?:sk|rk)_(?:test|live)_\w{8,280}$/ },
    publishable_key: { form: /^pk_(?:test|live)_\w{8,280}$/ },
    webhook_secret: { form: /^whsec_\w{8,280}$/ },
  },
  walley: {
    client_id: { form: word },
    client_secret: { form: word },
    store_b2c: storeNumber,
    store_b2b: storeNumber,
    profile: { form: word, isOptional: true },
  },
  postnord: {
    api_key: shared,
    application_id: { ...booking(/^\d{1,9}$/, 'customer'), isShared: true },
    customer: booking(/^\d{5,10}$/, 'application_id'),
  },
  bring: { api_uid: shared, api_key: shared, customer: booking(/^\d{1,11}$/) },
  dhl: {
    api_key: shared,
    username: booking(word, ...dhlContract),
    password: booking(word, ...dhlContract),
    billing: booking(dhlBillingNumber, ...dhlContract),
    billing_international: booking(dhlBillingNumber, ...dhlContract),
    returns: booking(/^\P{Cc}{1,50}$/u, ...dhlContract),
  },
  budbee: { api_key: shared, api_secret: shared, collection: booking(/^\d{1,9}$/) },
  instabee: { api_key: shared, product: { ...shared, isOptional: true } },
}

/** Name of a key → its value. */
export type KeyValues = Readonly<Record<string, string>>

export type KeyProblem = 'required' | 'form' | 'unknown_key'

/** What is wrong with an account's keys, by name; empty: nothing is. Never has a value. */
export function keyProblems(provider: AccountProvider, values: KeyValues): Record<string, KeyProblem> {
  const known = providerKeys[provider]
  const problems: Record<string, KeyProblem> = {}
  for (const name of Object.keys(values)) if (!Object.hasOwn(known, name)) problems[name] = 'unknown_key'
  for (const [name, { form, isOptional = false, needs = [] }] of Object.entries(known)) {
    const value = values[name]
    if (value === undefined) {
      if (!isOptional) problems[name] = 'required'
      continue
    }
    if (!form.test(value)) problems[name] = 'form'
    for (const needed of needs) if (values[needed] === undefined) problems[needed] = 'required'
  }
  if (provider === 'walley' && values['store_b2c'] === undefined && values['store_b2b'] === undefined)
    problems['store_b2c'] ??= 'required'
  return problems
}

/** The last four characters of a key, by which people recognise it; null where that would be much of it. */
export function endOf(value: string): string | null {
  return value.length < 12 ? null : value.slice(-4)
}

export function isAccountProvider(text: string): text is AccountProvider {
  return (accountProviders as readonly string[]).includes(text)
}

export function isCarrierAccount(provider: AccountProvider): provider is CarrierAccountProvider {
  return (carrierAccountProviders as readonly string[]).includes(provider)
}
