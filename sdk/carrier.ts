/**
 * What a module does with a store's account at its carrier: `carriers` of its manifest. The account's name there is that
 * of its declarations, and begins the names of its variables: `bring`, `BRING_API_KEY`.
 */
import type { WarningLog } from '../domain/log/warning-log.ts'
import type { KeyValues } from '../domain/provider-accounts/provider-keys.server.ts'
import type { DeliveryCallback, ReadDeliveryEvent } from '../domain/shipping/delivery-event.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { CarrierAdapter } from '../providers/carriers/carrier-adapter.ts'
import type { ParcelAdapter } from '../providers/carriers/parcel-adapter.ts'
import { required } from './required.ts'

/** An account at a carrier as it was read, complete and of the right form: its keys, and what it needs besides. */
export interface CarrierSettings {
  /** Keys that the stores share. */
  keys: KeyValues
  /** Keys of the stores that have their own. */
  ofStores: Readonly<Partial<Record<StoreCode, KeyValues>>>
  /** By the names of the description, without a trailing slash; with a path only for a simulator. */
  hosts: Readonly<Record<string, string>>
  /** Switches that are on. */
  switches: readonly string[]
  /** The shop's address. */
  publicUrl: string
}

export interface CarrierServices {
  log: WarningLog
  /** Epoch milliseconds. */
  clock: () => number
}

export interface Carrier {
  servicePoints(settings: CarrierSettings, services: CarrierServices): CarrierAdapter
  /** Called where a store has all keys that booking needs. */
  parcels(settings: CarrierSettings, services: CarrierServices): ParcelAdapter
  /** Reads a report at `/callbacks/NAME/deliveries`; `keys`: the callback keys. */
  readDeliveryEvent?(
    keys: KeyValues,
    callback: DeliveryCallback,
    services: Pick<CarrierServices, 'log'>,
  ): ReadDeliveryEvent
}

/** A key of each store that has its own. */
export function eachStoreKey(
  { ofStores }: Pick<CarrierSettings, 'ofStores'>,
  name: string,
): Partial<Record<StoreCode, string>> {
  return Object.fromEntries(
    Object.entries(ofStores).map(([store, values]) => [store, required(values, name)]),
  )
}
