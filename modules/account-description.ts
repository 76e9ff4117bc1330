/**
 * What a module says of accounts at its company, as data that the server folds: `carrier.server.ts` of a carrier,
 * `payment-account.server.ts` of a payment provider.
 */
import type { StoreCode } from '../domain/stores/stores.ts'

/** A key of an account at a payment provider or a carrier. */
export interface ProviderKey {
  /** The whole value. */
  form: RegExp
  isOptional?: boolean
  /** Keys that must be set where this one is. */
  needs?: readonly string[]
  /** Its variable names no store: the stores share an account of the environment. */
  isShared?: boolean
}

export interface PaymentAccountDescription {
  /** Keys of a store's account; none is shared. */
  keys: Readonly<Record<string, ProviderKey>>
  /** Keys of which at least one must be set. */
  needsOneOf?: readonly string[]
  /**
   * Addresses of its APIs and scripts; a variable such as `KUSTOM_URL` names another one, of a test environment.
   * `like`: where no variable names it, the address of this name.
   */
  hosts: Readonly<Record<string, string | { like: string }>>
  /** Variables of a store that are no keys: `methods` is `STRIPE_METHODS_SV`. What is wrong with a value; null: nothing is. */
  options?: Readonly<Record<string, (value: string, store: StoreCode) => string | null>>
  /**
   * Keys that a simulator of the module's own takes: with `PROVIDERS=simulator` those of each store, where a variable names
   * the simulator's address.
   */
  simulatedKeys?: Readonly<Record<string, string>>
}

/** `{n}`: the tracking number. By ISO 3166-1 alpha-2; `other`: every country that is not named. */
export type TrackingPages = Readonly<Record<string, string> & { other: string }>

export interface CarrierDescription {
  /**
   * Keys of an account. Those that are shared give service points; a store that has its own keys, where there are any,
   * books parcels too.
   */
  keys: Readonly<Record<string, ProviderKey>>
  /** Keys with which it authenticates when it reports deliveries: variables only, because the address is the whole shop's. */
  callbackKeys?: Readonly<Record<string, ProviderKey>>
  /** Origins of its APIs; a variable such as `BRING_URL` names another one, of a test environment. */
  hosts: Readonly<Record<string, string>>
  /** Variables that are on with `1`: `test` is `BRING_TEST`. */
  switches?: readonly string[]
  /** Where a recipient tracks a parcel. Carriers change the addresses without notice; checked by hand in November 2026. */
  trackingPages: TrackingPages
  /**
   * Keys that a simulator of the module's own takes, callback keys included: with `PROVIDERS=simulator` those of the shop or
   * of each store, where a variable names the simulator's address.
   */
  simulatedKeys?: Readonly<Record<string, string>>
}

/** Printable ASCII without spaces. */
export const keyWord = /^[\x21-\x7e]{1,300}$/

/** What people choose, such as a password or the name of a profile: any text without control characters. */
export const keyText = /^\P{Cc}{1,300}$/u

/** A key that the stores share; it is required. */
export const sharedKey: ProviderKey = { form: keyWord, isShared: true }

/** A store's own key, with which parcels are booked. `needs`: keys that must be set where this one is. */
export const storeKey = (form: RegExp, ...needs: string[]): ProviderKey => ({ form, isOptional: true, needs })
