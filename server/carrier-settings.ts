/**
 * The accounts at carriers of the environment: keys that the stores share, as `BRING_API_KEY`, and a store's own, as
 * `BRING_CUSTOMER_NO`. What they are called and their forms are in the carriers' modules.
 */
import { carrierDescriptions } from '../modules/carriers.server.ts'
import {
  carrierAccountProviders,
  type CarrierAccountProvider,
} from '../domain/provider-accounts/account-provider.ts'
import { keyProblems, type KeyValues } from '../domain/provider-accounts/provider-keys.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { simulatedCarrierVariables } from '../sandbox/carriers/variables.ts'
import type { CarrierSettings } from '../sdk/carrier.ts'
import { problemSentences, readHost, valuesOf, variable, type Environment } from './account-variables.ts'
import { ConfigError } from './config-error.ts'

/** An account at a carrier that is missing has no service points to choose from: its parcels go to the nearest one. */
export type CarrierAccounts = Readonly<Partial<Record<CarrierAccountProvider, CarrierSettings>>>

/** Keys with which carriers authenticate when they report deliveries. */
export type CallbackKeys = Readonly<Partial<Record<CarrierAccountProvider, KeyValues>>>

interface Shop {
  /** Null with live providers. */
  simulatorUrl: string | null
  /** The shop's address. */
  publicUrl: string
}

/** Throws ConfigError where a carrier's keys are incomplete or have another form. */
export function readCarrierAccounts(env: Environment, shop: Shop): CarrierAccounts {
  const given = shop.simulatorUrl === null ? env : simulatedCarrierVariables(shop.simulatorUrl)
  return Object.fromEntries(
    carrierAccountProviders.flatMap((carrier) => {
      const keys = valuesOf(given, keyNames(carrier, 'shared'), (name) => variable(carrier, name))
      const ofStores = storeKeys(given, carrier)
      // An address that is wrong is named even where no store has an account: staff may set its keys later.
      const settings = settingsOf(carrier, { keys, ofStores }, given, shop)
      if (Object.keys(keys).length + Object.keys(ofStores).length === 0) return []
      for (const store of Object.keys(ofStores) as StoreCode[])
        requireComplete(carrier, keys, ofStores, store)
      if (Object.keys(ofStores).length === 0) requireComplete(carrier, keys, {}, null)
      return [[carrier, settings]]
    }),
  )
}

/** The account of keys that staff have set for one store, beside hosts and switches of the environment. */
export function storedCarrierAccount(
  carrier: CarrierAccountProvider,
  { store, values }: { store: StoreCode; values: KeyValues },
  env: Environment,
  publicUrl: string,
): CarrierSettings {
  const isShared = (name: string) => carrierDescriptions[carrier].keys[name]?.isShared === true
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isShared(name) === wanted))
  const own = part(false)
  const keys = { keys: part(true), ofStores: Object.keys(own).length === 0 ? {} : { [store]: own } }
  return settingsOf(carrier, keys, env, { simulatorUrl: null, publicUrl })
}

/** Throws ConfigError where only a part of a carrier's keys is set. */
export function readCallbackKeys(env: Environment): CallbackKeys {
  return Object.fromEntries(
    carrierAccountProviders.flatMap((carrier) => {
      const names = Object.keys(carrierDescriptions[carrier].callbackKeys ?? {})
      const keys = valuesOf(env, names, (name) => variable(carrier, name))
      if (Object.keys(keys).length === 0) return []
      const missing = names.find((name) => keys[name] === undefined)
      if (missing !== undefined) throw new ConfigError(`${variable(carrier, missing)} is required.`)
      return [[carrier, keys]]
    }),
  )
}

/** Whether the account has all that a store's parcels need, not only keys that the stores share. */
export function booksParcels(
  carrier: CarrierAccountProvider,
  { ofStores }: CarrierSettings,
  store: StoreCode,
): boolean {
  return keyNames(carrier, 'store').length === 0 || ofStores[store] !== undefined
}

/** Whether the account books parcels of any store. */
export const booksAnyParcels = (carrier: CarrierAccountProvider, settings: CarrierSettings): boolean =>
  storeCodes.some((store) => booksParcels(carrier, settings, store))

/** Variables of carriers that are no keys: hosts and switches. */
export const carrierOptionNames: ReadonlySet<string> = new Set(
  carrierAccountProviders.flatMap((carrier) => {
    const { hosts, switches = [] } = carrierDescriptions[carrier]
    return [...Object.keys(hosts), ...switches].map((name) => variable(carrier, name))
  }),
)

function settingsOf(
  carrier: CarrierAccountProvider,
  keys: Pick<CarrierSettings, 'keys' | 'ofStores'>,
  env: Environment,
  { simulatorUrl, publicUrl }: Shop,
): CarrierSettings {
  const { hosts, switches = [] } = carrierDescriptions[carrier]
  return {
    ...keys,
    hosts: Object.fromEntries(
      Object.entries(hosts).map(([name, live]) => [
        name,
        readHost(env, variable(carrier, name), live, { isSimulated: simulatorUrl !== null }),
      ]),
    ),
    switches: switches.filter((name) => env[variable(carrier, name)] === '1'),
    publicUrl,
  }
}

/** Throws ConfigError with the variable that is missing or wrong. `store`: null for the shared keys alone. */
function requireComplete(
  carrier: CarrierAccountProvider,
  keys: KeyValues,
  ofStores: CarrierSettings['ofStores'],
  store: StoreCode | null,
): void {
  const values = { ...keys, ...(store && ofStores[store]) }
  const [problem] = Object.entries(keyProblems(carrier, values))
  if (problem === undefined) return
  const [name, kind] = problem
  const isShared = carrierDescriptions[carrier].keys[name]?.isShared
  const named = isShared
    ? variable(carrier, name)
    : store === null
      ? `${variable(carrier, name)}_… of a store`
      : variable(carrier, name, store)
  throw new ConfigError(`${named} ${problemSentences[kind]}`)
}

function storeKeys(env: Environment, carrier: CarrierAccountProvider): CarrierSettings['ofStores'] {
  return Object.fromEntries(
    storeCodes.flatMap((store) => {
      const values = valuesOf(env, keyNames(carrier, 'store'), (name) => variable(carrier, name, store))
      return Object.keys(values).length === 0 ? [] : [[store, values]]
    }),
  )
}

/** Names of the keys that the stores share, or of a store's own. */
function keyNames(carrier: CarrierAccountProvider, of: 'shared' | 'store'): string[] {
  return Object.entries(carrierDescriptions[carrier].keys).flatMap(([name, { isShared = false }]) =>
    isShared === (of === 'shared') ? [name] : [],
  )
}
