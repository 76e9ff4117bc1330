/**
 * Queries about devices and what fits them. The catalogue index answers them in process and synchronously. The number
 * of index queries does not depend on the length of a list.
 */
import type { ProductCard } from '../../contract/catalogue.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { DeviceFitAnswer } from '../devices/device-fit.ts'
import type { Device, DeviceHit, DeviceKind } from '../devices/device.ts'
import type { Sku } from '../products/sku.ts'

export interface Maker {
  key: string
  name: string
  /** Devices of the requested kinds. */
  count: number
}

/** What fits a device in one store. */
export interface DeviceProducts {
  /** Batteries, best first. */
  batteries: ProductCard[]
  /** Chargers, cables and parts that name the device. */
  others: ProductCard[]
  /** The number of all batteries, not only of those shown. */
  total: number
  /** Next time (epoch ms) at which a price shown here changes by itself; null: none known. */
  changesAt: number | null
}

export interface DeviceQueries {
  /** A device by its address; null: unknown. */
  device(slug: string): Device | null
  deviceProducts(store: StoreCode, device: Device): DeviceProducts
  /** Kinds that have devices, with their number of devices. */
  deviceKinds(): { kind: DeviceKind; count: number }[]
  /** Makers of devices of the kinds, by name. */
  deviceMakers(kinds: readonly DeviceKind[]): Maker[]
  /** Devices of a maker, by model, with a flag on those for which the store sells something. */
  deviceModels(store: StoreCode, kinds: readonly DeviceKind[], makerKey: string): DeviceHit[]
  /** Devices whose name or code contains every typed word, those with products first. */
  findDevices(store: StoreCode, query: string, limit: number): DeviceHit[]
  /** Known fit of products to devices: an entry for each pair that is certain. */
  deviceFit(store: StoreCode, deviceIds: readonly number[], skus: readonly Sku[]): DeviceFitAnswer[]
}
