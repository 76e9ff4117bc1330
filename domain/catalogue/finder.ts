/**
 * The questions the finders ask, answered by the catalogue index in process and synchronously. The number of
 * queries behind an answer never grows with the length of a list.
 */
import type { ProductCard } from './product.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Cable } from '../devices/cable.ts'
import type { DeviceFitAnswer } from '../devices/device-fit.ts'
import type { Device, DeviceHit, DeviceKind } from '../devices/device.ts'
import type { StarterBattery } from '../devices/starter-battery.ts'

export interface Maker {
  key: string
  name: string
  /** Devices of the kinds asked for. */
  count: number
}

/** What fits a device in one store. */
export interface DeviceProducts {
  /** Batteries, best first. */
  batteries: ProductCard[]
  /** Chargers, cables and parts that name the device. */
  others: ProductCard[]
  /** All batteries, not only those shown. */
  total: number
  /** Next moment (epoch ms) at which a price shown here changes by itself; null: none known. */
  changesAt: number | null
}

export interface Finder {
  /** A device by its address; null: unknown. */
  device(slug: string): Device | null
  deviceProducts(store: StoreCode, device: Device): DeviceProducts
  /** Kinds that have devices, with their number. */
  deviceKinds(): { kind: DeviceKind; count: number }[]
  /** Makers of devices of the kinds, by name. */
  deviceMakers(kinds: readonly DeviceKind[]): Maker[]
  /** Devices of a maker, by model; those for which the store sells something say so. */
  deviceModels(store: StoreCode, kinds: readonly DeviceKind[], makerKey: string): DeviceHit[]
  /** Devices whose name or code has every word typed, those with products first. */
  findDevices(store: StoreCode, query: string, limit: number): DeviceHit[]
  /** What is certain about devices and products: an answer for each pair that has one. */
  deviceFit(store: StoreCode, deviceIds: readonly number[], skus: readonly string[]): DeviceFitAnswer[]
  /** An attribute's value in the words of the store. */
  attributeValueName(store: StoreCode, attribute: string, value: string): string
  /** Every cable of the store. */
  cables(store: StoreCode): readonly Cable[]
  starterBatteries(store: StoreCode): readonly StarterBattery[]
}
