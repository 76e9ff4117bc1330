/**
 * The keys of a store's account at a payment provider or a carrier: their names and forms. The name of a key is that of
 * its environment variable without provider and store: `secret_key` of Stripe in Sweden is `STRIPE_SECRET_KEY_SV`.
 */
import type { ProviderKey } from '../../modules/account-description.ts'
import { carrierDescriptions } from '../../modules/carriers.server.ts'
import { paymentAccountDescriptions } from '../../modules/payment-accounts.server.ts'
import { isCarrierAccount, type AccountProvider } from './account-provider.ts'

/** The keys of an account, by name. */
export const keysOf = (provider: AccountProvider): Readonly<Record<string, ProviderKey>> =>
  (isCarrierAccount(provider) ? carrierDescriptions[provider] : paymentAccountDescriptions[provider]).keys

/** Name of a key → its value. */
export type KeyValues = Readonly<Record<string, string>>

export type KeyProblem = 'required' | 'form' | 'unknown_key'

/** What is wrong with an account's keys, by name; empty: nothing is. Never has a value. */
export function keyProblems(provider: AccountProvider, values: KeyValues): Record<string, KeyProblem> {
  const known = keysOf(provider)
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
  const needsOneOf = (isCarrierAccount(provider) ? [] : paymentAccountDescriptions[provider].needsOneOf) ?? []
  const [first] = needsOneOf
  if (first !== undefined && needsOneOf.every((name) => values[name] === undefined))
    problems[first] ??= 'required'
  return problems
}

/** The last four characters of a key, by which people recognise it; null where that would be much of it. */
export function endOf(value: string): string | null {
  return value.length < 12 ? null : value.slice(-4)
}
