/** How the variables of accounts at payment providers and carriers are named and read. */
import type { AccountProvider } from '../domain/provider-accounts/account-provider.ts'
import type { KeyProblem, KeyValues } from '../domain/provider-accounts/provider-keys.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { ConfigError } from './config-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `api_key` of PostNord → `POSTNORD_API_KEY`, its `customer` in Sweden → `POSTNORD_CUSTOMER_SV`. */
export function variable(provider: AccountProvider, name: string, store?: StoreCode): string {
  return [provider, name, store].filter(Boolean).join('_').replaceAll('-', '_').toUpperCase()
}

/** Those of the names whose variable is set. */
export function valuesOf(
  env: Environment,
  names: readonly string[],
  variableOf: (name: string) => string,
): KeyValues {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[variableOf(name)]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/**
 * The address of a host: `live` unless the variable names another one, which is an origin, or has a path where the live
 * one has. Throws ConfigError for another form. `isSimulated`: it is of the simulator.
 */
export function readHost(
  env: Environment,
  named: string,
  live: string,
  { isSimulated }: { isSimulated: boolean },
): string {
  const url = env[named] ?? live
  const form = /^https:\/\/[^/]+$/.test(live) ? /^https:\/\/[^/?#]+$/ : /^https:\/\/[^?#]+$/
  if (!isSimulated && !form.test(url)) throw new ConfigError(`${named} must be an address like ${live}`)
  return url
}

/** What is wrong with a variable, after its name. */
export const problemSentences: Readonly<Record<KeyProblem, string>> = {
  required: 'is required: it belongs with the other keys of the account.',
  form: 'has another form.',
  unknown_key: 'is unknown.',
}
