/**
 * The keys of a store's account at a payment provider: their names and forms. The name of a key is that of its
 * environment variable without provider and store: `secret_key` of Stripe in Sweden is `STRIPE_SECRET_KEY_SV`. Pure.
 */

export const accountProviders = ['kustom', 'stripe', 'walley'] as const
/** The companies that a store has an account at; one account may serve several payment methods. */
export type AccountProvider = (typeof accountProviders)[number]

export interface ProviderKey {
  /** The whole value. */
  form: RegExp
  isOptional?: boolean
}

const word = /^[\x21-\x7e]{1,300}$/
const storeNumber: ProviderKey = { form: /^[1-9]\d{0,8}$/, isOptional: true }

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
}

/** Name of a key → its value. */
export type KeyValues = Readonly<Record<string, string>>

export type KeyProblem = 'required' | 'form' | 'unknown_key'

/** What is wrong with an account's keys, by name; empty: nothing is. Never has a value. */
export function keyProblems(provider: AccountProvider, values: KeyValues): Record<string, KeyProblem> {
  const known = providerKeys[provider]
  const problems: Record<string, KeyProblem> = {}
  for (const name of Object.keys(values)) if (!Object.hasOwn(known, name)) problems[name] = 'unknown_key'
  for (const [name, { form, isOptional = false }] of Object.entries(known)) {
    const value = values[name]
    if (value === undefined) {
      if (!isOptional) problems[name] = 'required'
    } else if (!form.test(value)) problems[name] = 'form'
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
