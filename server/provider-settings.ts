/** The settings of payment providers: keys per store, as `KUSTOM_USERNAME_SV`. */
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { KustomAccount } from '../providers/kustom/kustom-client.ts'
import { simulatedMerchant } from '../providers/kustom/simulated-merchants.ts'
import { ConfigError } from './config-error.ts'

type Environment = Record<string, string | undefined>

export type KustomAccounts = Partial<Record<StoreCode, KustomAccount>>

const kustomUrl = 'https://api.kustom.co'

/** Variables with a provider's keys; also of providers that this version has no adapter for. */
const keyName = /^(?:KUSTOM|STRIPE|WALLEY)_\w*(?:USERNAME|PASSWORD|KEY|SECRET|CLIENT|TOKEN)\w*$/

/**
 * A simulator beside real keys would take orders that nobody pays, or move real money in a test. Throws
 * ConfigError.
 */
export function refuseLiveKeys(env: Environment): void {
  const names = Object.keys(env).filter((name) => keyName.test(name))
  if (names.length > 0)
    throw new ConfigError(
      `PROVIDERS=simulator must not be combined with keys of payment providers: unset ${names.join(', ')}, or set PROVIDERS=live.`,
    )
}

/**
 * A store without keys does not offer Kustom. `simulatorUrl`: null with live providers. Throws ConfigError
 * where only a part of a store's keys is set.
 */
export function readKustomAccounts(env: Environment, simulatorUrl: string | null): KustomAccounts {
  if (simulatorUrl !== null)
    return Object.fromEntries(
      storeCodes.map((store) => {
        const { username, password } = simulatedMerchant(store)
        return [store, { url: `${simulatorUrl}/kustom`, username, password }]
      }),
    )
  const url = env['KUSTOM_URL'] ?? kustomUrl
  if (!/^https:\/\/[^/?#]+$/.test(url))
    throw new ConfigError('KUSTOM_URL must be an address like https://api.playground.kustom.co')
  return Object.fromEntries(
    storeCodes.flatMap((store) => {
      const [username, password] = pair(env, 'KUSTOM_USERNAME', 'KUSTOM_PASSWORD', store)
      return username === undefined || password === undefined ? [] : [[store, { url, username, password }]]
    }),
  )
}

/** Two variables of a store that belong together: both or none. */
function pair(env: Environment, first: string, second: string, store: StoreCode) {
  const names = [first, second].map((name) => `${name}_${store.toUpperCase()}`)
  const values = names.map((name) => env[name])
  const missing = names.find((_, index) => values[index] === undefined)
  if (missing !== undefined && values.some((value) => value !== undefined))
    throw new ConfigError(`${missing} is required: ${names.join(' and ')} belong together.`)
  return values
}
