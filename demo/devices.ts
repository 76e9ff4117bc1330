/**
 * The demo's devices: those with standard cells from a list, those with their own batteries from the devices
 * that the demo's products fit. Every device has a fitting product in the demo.
 */
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { DeviceKind, DeviceRecord } from '../domain/devices/device.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import { cellDevices } from './device-list.ts'
import { demoStores } from './demo-stores.ts'

/** All devices of the demo. */
export function demoDevices(now: Date): DeviceRecord[] {
  return [...devicesOnCells(), ...devicesWithPacks(now)]
}

function devicesOnCells(): DeviceRecord[] {
  return cellDevices.flatMap(([kind, cellSize, quantity, devices]) =>
    devices.split('; ').flatMap((line) => {
      const [maker = '', models = ''] = line.split(': ')
      return models.split(', ').map((model) => ({
        kind,
        maker,
        model,
        // A car and its key have one name.
        ...(kind === 'car_key' && { variant: 'key' }),
        power: 'cell' as const,
        cellSize,
        quantity,
      }))
    }),
  )
}

/** Beginnings of categories' codes, for products made for one device. */
const kindOfCategory: [beginning: string, kind: DeviceKind][] = [
  ['phone-batteries', 'phone'],
  ['tablet-batteries', 'tablet'],
  ['camera-batteries', 'camera'],
  ['cordless-phone-batteries', 'cordless_phone'],
  ['laptop-batteries', 'laptop'],
  ['tool-', 'tool'],
  ['vacuum-batteries', 'vacuum'],
  ['garden-batteries', 'garden'],
  ['toothbrush-batteries', 'toothbrush'],
  ['ebike-batteries', 'ebike'],
  ['car-batteries', 'car'],
  ['motorcycle-batteries', 'motorcycle'],
]

const makersOfTwoWords = ['Black & Decker']

/** What looks like a maker's code of a model rather than its name: `SM-S921B`, `A2882`, `XQ-AS52`, `GVU6C`. */
const modelCode = /^(?=.*\d)(?:[A-Z]{1,3}-[A-Z0-9]+(?:-[A-Z0-9]+)?|[A-Z]+\d{4}(?:-\d)?|G[A-Z0-9]{4})$/

function devicesWithPacks(now: Date): DeviceRecord[] {
  const devices = new Map<string, DeviceRecord>()
  for (const record of demoCatalogue(now)) {
    if (record.record !== 'product' || record.variantOf !== undefined) continue
    // Known in every store, so sold in every store.
    if (Object.keys(record.stores).length < demoStores.length) continue
    const kind = kindOfCategory.find(([beginning]) => record.categories[0]?.startsWith(beginning))?.[1]
    if (kind !== undefined) for (const device of devicesOf(record, kind)) addDevice(devices, device)
  }
  return [...devices.values()]
}

/** The devices of one product; codes belong to the first of them. */
function devicesOf({ fits = [], sku }: ProductRecord, kind: DeviceKind): DeviceRecord[] {
  const named = fits.map((name) => {
    const maker = makersOfTwoWords.find((each) => name.startsWith(each)) ?? name.split(' ')[0]!
    return { maker, model: name.slice(maker.length + 1) }
  })
  const isCode = ({ model }: { model: string }) =>
    (kind === 'phone' || kind === 'tablet') && modelCode.test(model)
  const codes = named.filter(isCode).map(({ model }) => model)
  return named
    .filter((name) => !isCode(name))
    .map((name, at) => ({ ...name, kind, codes: at === 0 ? codes : [], power: 'pack', parts: [sku] }))
}

function addDevice(devices: Map<string, DeviceRecord>, device: DeviceRecord): void {
  const name = `${device.maker} ${device.model}`
  const known = devices.get(name)
  if (known) known.parts = [...(known.parts ?? []), ...(device.parts ?? [])]
  else devices.set(name, device)
}
