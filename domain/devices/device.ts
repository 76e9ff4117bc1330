/** Devices and their batteries. Pure; used by import, index, pages and browser. */
import { slugOf } from '../stores/slug.ts'

/** Kinds of device, in the order in which they are shown. */
export const deviceKinds = [
  'smoke_alarm',
  'hearing_aid',
  'remote',
  'car_key',
  'phone',
  'cordless_phone',
  'tablet',
  'laptop',
  'camera',
  'tool',
  'vacuum',
  'garden',
  'toothbrush',
  'ebike',
  'smart_home',
  'alarm_sensor',
  'lock',
  'toy',
  'game_controller',
  'clock',
  'scale',
  'thermometer',
  'torch',
  'watch',
  'car',
  'motorcycle',
  'ups',
  'laptop_pack',
] as const
export type DeviceKind = (typeof deviceKinds)[number]

export function isDeviceKind(value: unknown): value is DeviceKind {
  return typeof value === 'string' && (deviceKinds as readonly string[]).includes(value)
}

/** Kinds listed in the phone selector. */
export const phoneKinds: readonly DeviceKind[] = ['phone', 'tablet']

/** Details of a device besides its name and its battery. */
export interface DeviceFacts {
  capacity_mah?: number
  chemistry?: string
  /** Whether the battery can be removed without tools. */
  removable?: boolean
  voltage_mv?: number
}

/** A device as it is imported and stored. */
export interface DeviceRecord {
  kind: DeviceKind
  maker: string
  model: string
  /** Distinguishes devices of one name, e.g. by hardware version; part of the address only. */
  variant?: string
  codes?: string[]
  power: 'cell' | 'pack' | 'fixed' | 'unknown'
  /** Value code of `battery_size`, with `power: 'cell'`. */
  cellSize?: string
  quantity?: number
  parts?: string[]
  facts?: DeviceFacts
}

/** A device as pages show it. */
export interface Device {
  id: number
  slug: string
  kind: DeviceKind
  maker: string
  model: string
  codes: string[]
  power: DeviceRecord['power']
  cellSize: string | null
  quantity: number | null
  facts: DeviceFacts
}

/** A device as a list shows it. */
export interface DeviceHit {
  id: number
  slug: string
  kind: DeviceKind
  maker: string
  model: string
  /** Whether this store sells something that fits. */
  sold: boolean
}

/** Maker and model in one line, with the maker not repeated. */
export function deviceName({ maker, model }: Pick<Device, 'maker' | 'model'>): string {
  return model.toLowerCase().startsWith(`${maker.toLowerCase()} `) ? model : `${maker} ${model}`
}

/** The slug of a device; spelling variants of the same words give the same slug. */
export function deviceSlug({
  maker,
  model,
  variant,
}: Pick<DeviceRecord, 'maker' | 'model' | 'variant'>): string {
  return slugOf([deviceName({ maker, model }), variant ?? ''].join(' '))
}

/** The names by which a product may state that it fits the device: maker and model, maker and each code. */
export function namesOfDevice(device: Pick<Device, 'maker' | 'model' | 'codes'>): string[] {
  const names = [deviceName(device), ...device.codes.map((code) => `${device.maker} ${code}`)]
  return [...new Set(names.map(slugOf))]
}
