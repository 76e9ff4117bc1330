/** The settings of payment providers, with keys per store as `KUSTOM_USERNAME_SV`, and of carriers. */
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { KustomAccount } from '../providers/kustom/kustom-client.ts'
import type { BringAccount } from '../providers/carriers/bring/bring.ts'
import type { BudbeeAccount } from '../providers/carriers/budbee/budbee.ts'
import type { DhlAccount } from '../providers/carriers/dhl/dhl.ts'
import type { InstabeeAccount } from '../providers/carriers/instabee/instabee.ts'
import type { PostnordAccount } from '../providers/carriers/postnord/postnord.ts'
import { simulatedKeys } from '../providers/carriers/simulated-keys.ts'
import { simulatedMerchant } from '../providers/kustom/simulated-merchants.ts'
import type { RegisterUrls } from '../providers/vat-number/vat-number-registers.ts'
import { simulatedMerchant as simulatedWalleyMerchant } from '../providers/walley/simulated-merchants.ts'
import type { WalleyAccount } from '../providers/walley/walley-client.ts'
import { ConfigError } from './config-error.ts'

type Environment = Record<string, string | undefined>

export type KustomAccounts = Partial<Record<StoreCode, KustomAccount>>
export type WalleyAccounts = Partial<Record<StoreCode, WalleyAccount>>

const kustomUrl = 'https://api.kustom.co'
const walleyUrl = 'https://api.walleypay.com'

/** Variables with a provider's keys or account; also of providers that this version has no adapter for. */
const keyName =
  /^(?:KUSTOM|STRIPE|WALLEY|POSTNORD|BRING|DHL|BUDBEE|INSTABEE)_\w*(?:USERNAME|PASSWORD|KEY|SECRET|CLIENT|TOKEN|UID|STORE)\w*$/

/**
 * A simulator beside real keys would take orders that nobody pays, or move real money in a test. Throws
 * ConfigError.
 */
export function refuseLiveKeys(env: Environment): void {
  const names = Object.keys(env).filter((name) => keyName.test(name))
  if (names.length > 0)
    throw new ConfigError(
      `PROVIDERS=simulator must not be combined with keys of providers: unset ${names.join(', ')}, or set PROVIDERS=live.`,
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

/**
 * A store without keys does not offer Walley, and a customer type without a store id at Walley is not offered it.
 * `simulatorUrl`: null with live providers. Throws ConfigError where only a part of a store's settings is set.
 */
export function readWalleyAccounts(env: Environment, simulatorUrl: string | null): WalleyAccounts {
  if (simulatorUrl !== null)
    return Object.fromEntries(
      storeCodes.map((store) => {
        const { clientId, clientSecret, storeIds } = simulatedWalleyMerchant(store)
        const url = `${simulatorUrl}/walley`
        return [store, { url, loaderUrl: url, clientId, clientSecret, storeIds, profile: null }]
      }),
    )
  const url = env['WALLEY_URL'] ?? walleyUrl
  const loaderUrl = env['WALLEY_LOADER_URL'] ?? url
  for (const [name, value] of Object.entries({ WALLEY_URL: url, WALLEY_LOADER_URL: loaderUrl }))
    if (!/^https:\/\/[^/?#]+$/.test(value))
      throw new ConfigError(`${name} must be an address like https://api.uat.walleydev.com`)
  return Object.fromEntries(
    storeCodes.flatMap((store) => {
      const [clientId, clientSecret] = pair(env, 'WALLEY_CLIENT_ID', 'WALLEY_CLIENT_SECRET', store)
      const storeIds = walleyStoreIds(env, store)
      const hasStore = Object.keys(storeIds).length > 0
      if (clientId === undefined || clientSecret === undefined) {
        if (hasStore)
          throw new ConfigError(`WALLEY_CLIENT_ID_${store.toUpperCase()} is required with a store id.`)
        return []
      }
      if (!hasStore)
        throw new ConfigError(
          `WALLEY_STORE_B2C_${store.toUpperCase()} or WALLEY_STORE_B2B_${store.toUpperCase()} is required with WALLEY_CLIENT_ID_${store.toUpperCase()}.`,
        )
      const profile = env[`WALLEY_PROFILE_${store.toUpperCase()}`] ?? null
      return [[store, { url, loaderUrl, clientId, clientSecret, storeIds, profile }]]
    }),
  )
}

function walleyStoreIds(env: Environment, store: StoreCode): WalleyAccount['storeIds'] {
  const read = (type: 'B2C' | 'B2B'): number | undefined => {
    const name = `WALLEY_STORE_${type}_${store.toUpperCase()}`
    const value = env[name]
    if (value !== undefined && !/^[1-9]\d{0,8}$/.test(value))
      throw new ConfigError(`${name} must be the number of a store at Walley`)
    return value === undefined ? undefined : Number(value)
  }
  const [b2c, b2b] = [read('B2C'), read('B2B')]
  return { ...(b2c !== undefined && { b2c }), ...(b2b !== undefined && { b2b }) }
}

/** Two variables of a store that belong together: both or none. */
function pair(env: Environment, first: string, second: string, store: StoreCode) {
  return together(
    env,
    [first, second].map((name) => `${name}_${store.toUpperCase()}`),
  )
}

/** Variables that belong together: all or none. */
export function together(env: Environment, names: readonly string[]) {
  const values = names.map((name) => env[name])
  const missing = names.find((_, index) => values[index] === undefined)
  if (missing !== undefined && values.some((value) => value !== undefined))
    throw new ConfigError(`${missing} is required: ${names.join(' and ')} belong together.`)
  return values
}

/** The accounts at the carriers; one for all stores. */
export interface CarrierAccounts {
  postnord?: PostnordAccount
  bring?: BringAccount
  dhl?: DhlAccount
  budbee?: BudbeeAccount
  instabee?: InstabeeAccount
}

/** The carriers' live hosts; `POSTNORD_URL` and so on name a test environment instead. */
const carrierUrls = {
  postnord: 'https://api2.postnord.com',
  bring: 'https://api.bring.com',
  dhl: 'https://api.dhl.com',
  budbee: 'https://api.budbee.com',
  instabee: 'https://api.integration.instabee.com',
}

/** What a merchant of Instabee's calls the delivery to a locker unless another product is agreed. */
const instabeeProduct = 'LOCKER_EXPRESS'

/**
 * A carrier without keys has no service points to choose from: its parcels go to the nearest one. `simulatorUrl`:
 * null with live providers. `publicUrl`: the shop's address, which Bring requires. Throws ConfigError where only
 * a part of a carrier's keys is set.
 */
export function readCarrierAccounts(
  env: Environment,
  { simulatorUrl, publicUrl }: { simulatorUrl: string | null; publicUrl: string },
): CarrierAccounts {
  if (simulatorUrl !== null) return simulatedCarriers(simulatorUrl, publicUrl)
  const urlOf = (carrier: keyof CarrierAccounts) => {
    const name = `${carrier.toUpperCase()}_URL`
    const url = env[name] ?? carrierUrls[carrier]
    if (!/^https:\/\/[^/?#]+$/.test(url))
      throw new ConfigError(`${name} must be an address like ${carrierUrls[carrier]}`)
    return url
  }
  const [postnord] = together(env, ['POSTNORD_API_KEY'])
  const [uid, bring] = together(env, ['BRING_API_UID', 'BRING_API_KEY'])
  const [dhl] = together(env, ['DHL_API_KEY'])
  const [budbee, apiSecret] = together(env, ['BUDBEE_API_KEY', 'BUDBEE_API_SECRET'])
  const [instabee] = together(env, ['INSTABEE_API_KEY'])
  const product = env['INSTABEE_PRODUCT'] ?? instabeeProduct
  return {
    ...(postnord !== undefined && { postnord: { url: urlOf('postnord'), apiKey: postnord } }),
    ...(uid !== undefined &&
      bring !== undefined && { bring: { url: urlOf('bring'), uid, apiKey: bring, clientUrl: publicUrl } }),
    ...(dhl !== undefined && { dhl: { url: urlOf('dhl'), apiKey: dhl } }),
    ...(budbee !== undefined &&
      apiSecret !== undefined && { budbee: { url: urlOf('budbee'), apiKey: budbee, apiSecret } }),
    ...(instabee !== undefined && { instabee: { url: urlOf('instabee'), apiKey: instabee, product } }),
  }
}

function simulatedCarriers(simulatorUrl: string, publicUrl: string): CarrierAccounts {
  const { postnord, bring, dhl, budbee, instabee } = simulatedKeys
  return {
    postnord: { url: `${simulatorUrl}/postnord`, ...postnord },
    bring: { url: `${simulatorUrl}/bring`, clientUrl: publicUrl, ...bring },
    dhl: { url: `${simulatorUrl}/dhl`, ...dhl },
    budbee: { url: `${simulatorUrl}/budbee`, ...budbee },
    instabee: { url: `${simulatorUrl}/instabee`, ...instabee },
  }
}

/** Public registers without keys. `simulatorUrl`: null with live providers. */
export function vatRegisterUrls(simulatorUrl: string | null): RegisterUrls {
  return simulatorUrl === null
    ? { vies: 'https://ec.europa.eu', brreg: 'https://data.brreg.no' }
    : { vies: `${simulatorUrl}/vies`, brreg: `${simulatorUrl}/brreg` }
}
