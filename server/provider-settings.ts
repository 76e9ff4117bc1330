/** The settings of payment providers, with keys per store as `KUSTOM_USERNAME_SV`, and of carriers. */
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import type { KustomAccount } from '../providers/kustom/kustom-client.ts'
import type { BringAccount } from '../providers/carriers/bring/bring.ts'
import type { BringBooking } from '../providers/carriers/bring/bring-parcels.ts'
import type { BudbeeAccount } from '../providers/carriers/budbee/budbee.ts'
import type { BudbeeBooking } from '../providers/carriers/budbee/budbee-parcels.ts'
import type { DhlAccount } from '../providers/carriers/dhl/dhl.ts'
import type { DhlBooking, DhlContract } from '../providers/carriers/dhl/dhl-parcels.ts'
import type { InstabeeEventsAccount } from '../providers/carriers/instabee/instabee-events.ts'
import type { InstabeeAccount } from '../providers/carriers/instabee/instabee.ts'
import type { PostnordAccount } from '../providers/carriers/postnord/postnord.ts'
import type { PostnordBooking } from '../providers/carriers/postnord/postnord-parcels.ts'
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

/**
 * Accounts at the carriers: in the environment one for all stores, with each store's own contract for booking parcels.
 */
export interface CarrierAccounts {
  postnord?: PostnordAccount
  bring?: BringAccount
  dhl?: DhlAccount
  budbee?: BudbeeAccount
  instabee?: InstabeeAccount
  /** With what Instabee authenticates when it reports deliveries. */
  instabeeEvents?: InstabeeEventsAccount
}

/** The carriers' live hosts; `POSTNORD_URL` and so on name a test environment instead. */
const carrierUrls = {
  postnord: 'https://api2.postnord.com',
  bring: 'https://api.bring.com',
  dhl: 'https://api.dhl.com',
  budbee: 'https://api.budbee.com',
  instabee: 'https://api.integration.instabee.com',
}
const dhlShippingUrl = 'https://api-eu.dhl.com'

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
  const urlOf = (carrier: keyof typeof carrierUrls) =>
    origin(env, `${carrier.toUpperCase()}_URL`, carrierUrls[carrier])
  const [postnord] = together(env, ['POSTNORD_API_KEY'])
  const [uid, bring] = together(env, ['BRING_API_UID', 'BRING_API_KEY'])
  const [dhl] = together(env, ['DHL_API_KEY'])
  const [budbee, apiSecret] = together(env, ['BUDBEE_API_KEY', 'BUDBEE_API_SECRET'])
  const [instabee] = together(env, ['INSTABEE_API_KEY'])
  const [username, password] = together(env, ['INSTABEE_EVENTS_USERNAME', 'INSTABEE_EVENTS_PASSWORD'])
  const product = env['INSTABEE_PRODUCT'] ?? instabeeProduct
  return {
    ...(postnord !== undefined && {
      postnord: { url: urlOf('postnord'), apiKey: postnord, ...postnordBooking(env) },
    }),
    ...(uid !== undefined &&
      bring !== undefined && {
        bring: { url: urlOf('bring'), uid, apiKey: bring, clientUrl: publicUrl, ...bringBooking(env) },
      }),
    ...(dhl !== undefined && { dhl: { url: urlOf('dhl'), apiKey: dhl, ...dhlBooking(env) } }),
    ...(budbee !== undefined &&
      apiSecret !== undefined && {
        budbee: { url: urlOf('budbee'), apiKey: budbee, apiSecret, ...budbeeBooking(env) },
      }),
    ...(instabee !== undefined && { instabee: { url: urlOf('instabee'), apiKey: instabee, product } }),
    ...(username !== undefined && password !== undefined && { instabeeEvents: { username, password } }),
  }
}

/** An address without a path, by default the live one. */
function origin(env: Environment, name: string, live: string): string {
  const url = env[name] ?? live
  if (!/^https:\/\/[^/?#]+$/.test(url)) throw new ConfigError(`${name} must be an address like ${live}`)
  return url
}

/** The stores' values of a variable like `BRING_CUSTOMER_NO`; throws ConfigError where one has another form. */
function perStore(env: Environment, prefix: string, pattern: RegExp): Partial<Record<StoreCode, string>> {
  return Object.fromEntries(
    storeCodes.flatMap((store) => {
      const name = `${prefix}_${store.toUpperCase()}`
      const value = env[name]
      if (value !== undefined && !pattern.test(value)) throw new ConfigError(`${name} has another form`)
      return value === undefined ? [] : [[store, value]]
    }),
  )
}

function postnordBooking(env: Environment): { booking?: PostnordBooking } {
  const customers = perStore(env, 'POSTNORD_CUSTOMER', /^\d{5,10}$/)
  const applicationId = env['POSTNORD_APPLICATION_ID']
  if (Object.keys(customers).length === 0 && applicationId === undefined) return {}
  if (!/^\d{1,9}$/.test(applicationId ?? '') || Object.keys(customers).length === 0)
    throw new ConfigError(
      'POSTNORD_APPLICATION_ID is a number and belongs with POSTNORD_CUSTOMER_SV or the like.',
    )
  return { booking: { applicationId: Number(applicationId), customers } }
}

function bringBooking(env: Environment): { booking?: BringBooking } {
  const customers = perStore(env, 'BRING_CUSTOMER', /^\d{1,11}$/)
  return Object.keys(customers).length === 0
    ? {}
    : { booking: { isTest: env['BRING_TEST'] === '1', customers } }
}

function dhlBooking(env: Environment): { booking?: DhlBooking } {
  const contracts = Object.fromEntries(
    storeCodes.flatMap((store): [StoreCode, DhlContract][] => {
      const suffix = store.toUpperCase()
      const [username, password, billingNumber] = together(
        env,
        ['DHL_USERNAME', 'DHL_PASSWORD', 'DHL_BILLING'].map((name) => `${name}_${suffix}`),
      )
      if (username === undefined || password === undefined || billingNumber === undefined) return []
      const internationalBillingNumber = env[`DHL_BILLING_INTERNATIONAL_${suffix}`] ?? null
      for (const number of [billingNumber, internationalBillingNumber])
        if (number !== null && !/^\d{12}[\dA-Z]{2}$/.test(number))
          throw new ConfigError(`DHL_BILLING_${suffix} is a billing number of 14 characters`)
      const returnReceiver = env[`DHL_RETURNS_${suffix}`] ?? null
      return [[store, { username, password, billingNumber, internationalBillingNumber, returnReceiver }]]
    }),
  )
  if (Object.keys(contracts).length === 0) return {}
  return { booking: { url: origin(env, 'DHL_SHIPPING_URL', dhlShippingUrl), contracts } }
}

function budbeeBooking(env: Environment): { booking?: BudbeeBooking } {
  const ids = Object.entries(perStore(env, 'BUDBEE_COLLECTION', /^\d{1,9}$/))
  if (ids.length === 0) return {}
  return { booking: { collectionIds: Object.fromEntries(ids.map(([store, id]) => [store, Number(id)])) } }
}

/** Stores that send from Germany: DHL's parcel API serves no other country. */
const dhlStores = storeCodes.filter((code) => stores[code].countryCode === 'DE')

function simulatedCarriers(simulatorUrl: string, publicUrl: string): CarrierAccounts {
  const { postnord, bring, dhl, budbee, instabee } = simulatedKeys
  const each = <Value>(stores: readonly StoreCode[], value: Value) =>
    Object.fromEntries(stores.map((store) => [store, value]))
  const { username, password, billingNumber, internationalBillingNumber, returnReceiver } = dhl
  const contract = { username, password, billingNumber, internationalBillingNumber, returnReceiver }
  return {
    postnord: {
      url: `${simulatorUrl}/postnord`,
      apiKey: postnord.apiKey,
      booking: { applicationId: postnord.applicationId, customers: each(storeCodes, postnord.customer) },
    },
    bring: {
      url: `${simulatorUrl}/bring`,
      clientUrl: publicUrl,
      uid: bring.uid,
      apiKey: bring.apiKey,
      booking: { isTest: true, customers: each(storeCodes, bring.customer) },
    },
    dhl: {
      url: `${simulatorUrl}/dhl`,
      apiKey: dhl.apiKey,
      booking: { url: `${simulatorUrl}/dhl`, contracts: each(dhlStores, contract) },
    },
    budbee: {
      url: `${simulatorUrl}/budbee`,
      apiKey: budbee.apiKey,
      apiSecret: budbee.apiSecret,
      booking: { collectionIds: each(storeCodes, budbee.collectionId) },
    },
    instabee: { url: `${simulatorUrl}/instabee`, ...instabee },
  }
}

/** Public registers without keys. `simulatorUrl`: null with live providers. */
export function vatRegisterUrls(simulatorUrl: string | null): RegisterUrls {
  return simulatorUrl === null
    ? { vies: 'https://ec.europa.eu', brreg: 'https://data.brreg.no' }
    : { vies: `${simulatorUrl}/vies`, brreg: `${simulatorUrl}/brreg` }
}
