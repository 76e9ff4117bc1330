/**
 * The accounts at payment providers of the environment, each of one store, as `KUSTOM_USERNAME_SV`. What the keys are
 * called and their forms are in the providers' modules.
 */
import { paymentAccountDescriptions } from '../modules/payment-accounts.server.ts'
import {
  paymentAccountProviders,
  type PaymentAccountProvider,
} from '../domain/provider-accounts/account-provider.ts'
import { keyProblems, type KeyValues } from '../domain/provider-accounts/provider-keys.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { simulatedPaymentVariables } from '../sandbox/payment-variables.ts'
import type { PaymentSettings } from '../sdk/payment-account.ts'
import { problemSentences, readHost, valuesOf, variable, type Environment } from './account-variables.ts'
import { ConfigError } from './config-error.ts'

/** The accounts of a provider, by store; a store without one does not offer the provider. */
export type StoreAccounts = Readonly<Partial<Record<StoreCode, PaymentSettings>>>
export type PaymentAccounts = Readonly<Partial<Record<PaymentAccountProvider, StoreAccounts>>>

/**
 * `simulatorUrl`: null with live providers. Throws ConfigError where an account is incomplete, or a variable has another
 * form.
 */
export function readPaymentAccounts(env: Environment, simulatorUrl: string | null): PaymentAccounts {
  // Options of the environment count with the simulator, keys do not.
  const given =
    simulatorUrl === null
      ? env
      : {
          ...Object.fromEntries(Object.entries(env).filter(([name]) => paymentOptionNames.has(name))),
          ...simulatedPaymentVariables(simulatorUrl),
          ...keysOfOwnSimulators(env),
        }
  const isSimulated = simulatorUrl !== null
  return Object.fromEntries(
    paymentAccountProviders.map((provider) => {
      // An address or option that is wrong is named even where no store has an account: staff may set its keys later.
      const hosts = readHosts(given, provider, { isSimulated })
      const names = Object.keys(paymentAccountDescriptions[provider].keys)
      const accounts = storeCodes.flatMap((store): [StoreCode, PaymentSettings][] => {
        const keys = valuesOf(given, names, (name) => variable(provider, name, store))
        const options = readOptions(given, provider, store)
        if (Object.keys(keys).length === 0) return []
        requireComplete(provider, store, keys)
        return [[store, { keys, hosts, options }]]
      })
      return [provider, Object.fromEntries(accounts)]
    }),
  )
}

/** The account of keys that staff have set, beside hosts and options of the environment. */
export const storedPaymentAccount = (
  env: Environment,
  { store, provider, keys }: { store: StoreCode; provider: PaymentAccountProvider; keys: KeyValues },
): PaymentSettings => ({
  keys,
  hosts: readHosts(env, provider, { isSimulated: false }),
  options: readOptions(env, provider, store),
})

/** Variables of payment providers that are no keys: hosts and options. */
export const paymentOptionNames: ReadonlySet<string> = new Set(
  paymentAccountProviders.flatMap((provider) => {
    const { hosts, options = {} } = paymentAccountDescriptions[provider]
    return [
      ...Object.keys(hosts).map((name) => variable(provider, name)),
      ...Object.keys(options).flatMap((name) => storeCodes.map((store) => variable(provider, name, store))),
    ]
  }),
)

/** The keys for simulators of modules from outside, whose address the environment names. */
function keysOfOwnSimulators(env: Environment): Environment {
  const named = paymentAccountProviders.flatMap((provider) => {
    const { hosts, simulatedKeys = {} } = paymentAccountDescriptions[provider]
    const isNamed = Object.keys(hosts).some((host) => env[variable(provider, host)] !== undefined)
    if (!isNamed) return []
    return storeCodes.flatMap((store) =>
      Object.entries(simulatedKeys).map(([key, value]) => [variable(provider, key, store), value] as const),
    )
  })
  return Object.fromEntries(named)
}

function readHosts(
  env: Environment,
  provider: PaymentAccountProvider,
  how: { isSimulated: boolean },
): Readonly<Record<string, string>> {
  const hosts: Record<string, string> = {}
  for (const [name, live] of Object.entries(paymentAccountDescriptions[provider].hosts)) {
    const usual = typeof live === 'string' ? live : (hosts[live.like] ?? '')
    hosts[name] = readHost(env, variable(provider, name), usual, how)
  }
  return hosts
}

function readOptions(
  env: Environment,
  provider: PaymentAccountProvider,
  store: StoreCode,
): Readonly<Record<string, string>> {
  const { options = {} } = paymentAccountDescriptions[provider]
  const values = valuesOf(env, Object.keys(options), (name) => variable(provider, name, store))
  for (const [name, value] of Object.entries(values)) {
    const problem = options[name]?.(value, store) ?? null
    if (problem !== null) throw new ConfigError(`${variable(provider, name, store)} ${problem}`)
  }
  return values
}

function requireComplete(provider: PaymentAccountProvider, store: StoreCode, keys: KeyValues): void {
  const [problem] = Object.entries(keyProblems(provider, keys))
  if (problem === undefined) return
  const [name, kind] = problem
  const { needsOneOf = [] } = paymentAccountDescriptions[provider]
  const names = kind === 'required' && needsOneOf.includes(name) ? needsOneOf : [name]
  const variables = names.map((each) => variable(provider, each, store))
  throw new ConfigError(`${variables.join(' or ')} ${problemSentences[kind]}`)
}
