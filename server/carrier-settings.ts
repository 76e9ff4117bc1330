/**
 * The accounts at carriers of the environment: keys that the stores share, as `BRING_API_KEY`, and a store's own, as
 * `BRING_CUSTOMER_NO`. What they are called and their forms are in the carriers' modules.
 */
import { z } from 'zod'
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

const https = z.url({ protocol: /^https$/ })
/** Pages are links in mails and orders: nothing but an address of the web with a place for the number. */
const trackingPage = https.refine((page) => page.includes('{n}'), 'has no {n}, the tracking number')
const description = z.object({
  keys: z.record(z.string(), z.object({ form: z.instanceof(RegExp) })),
  callbackKeys: z.record(z.string(), z.object({ form: z.instanceof(RegExp) })).optional(),
  hosts: z.record(z.string(), https),
  trackingPages: z.object({ other: trackingPage }).catchall(trackingPage),
})

/** Throws ConfigError where what a module says of its carrier has another form; types alone do not say it of addresses. */
export function requireDescription(carrier: string, described: unknown): void {
  const read = description.safeParse(described)
  if (!read.success) throw new ConfigError(`carrier.server.ts of ${carrier}: ${z.prettifyError(read.error)}`)
}

/** Throws ConfigError where a carrier's keys are incomplete or have another form, or its module describes it wrongly. */
export function readCarrierAccounts(env: Environment, shop: Shop): CarrierAccounts {
  for (const carrier of carrierAccountProviders) requireDescription(carrier, carrierDescriptions[carrier])
  const given =
    shop.simulatorUrl === null
      ? env
      : { ...simulatedCarrierVariables(shop.simulatorUrl), ...ownSimulators(env) }
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
export function readCallbackKeys(env: Environment, { isSimulated }: { isSimulated: boolean }): CallbackKeys {
  const given = isSimulated ? { ...env, ...ownSimulators(env) } : env
  return Object.fromEntries(
    carrierAccountProviders.flatMap((carrier) => {
      const names = Object.keys(carrierDescriptions[carrier].callbackKeys ?? {})
      const keys = valuesOf(given, names, (name) => variable(carrier, name))
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

/** Addresses and keys of simulators of modules from outside, whose address the environment names. */
function ownSimulators(env: Environment): Environment {
  const named = carrierAccountProviders.flatMap((carrier): [string, string | undefined][] => {
    const { hosts, keys, simulatedKeys } = carrierDescriptions[carrier]
    const addresses = Object.keys(hosts).map((host) => variable(carrier, host))
    if (!simulatedKeys || addresses.every((address) => env[address] === undefined)) return []
    const variablesOf = (key: string) =>
      keys[key] === undefined || keys[key].isShared
        ? [variable(carrier, key)]
        : storeCodes.map((store) => variable(carrier, key, store))
    return [
      ...addresses.map((address): [string, string | undefined] => [address, env[address]]),
      ...Object.entries(simulatedKeys).flatMap(([key, value]) =>
        variablesOf(key).map((name): [string, string] => [name, value]),
      ),
    ]
  })
  return Object.fromEntries(named)
}

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
