/**
 * Converts the rows of each known list of devices to records. Lists are distinguished by their columns. A row
 * that cannot be a device is rejected with its column; nothing is guessed. Pure.
 */
import type { RowProblem } from '../row-report.ts'
import { readBatterySize } from '../../domain/devices/battery-size.ts'
import type { DeviceFacts, DeviceKind, DeviceRecord } from '../../domain/devices/device.ts'

export type ReadDevice =
  | { ok: true; device: DeviceRecord; repaired?: RowProblem }
  | { ok: false; problem: RowProblem }

type Values = Record<string, string>

/** Columns that identify a list of this format. */
export const deviceFormats = {
  'device-batteries': ['manufacturer', 'model', 'battery_type', 'quantity'],
  'phone-batteries': ['brand', 'model', 'capacity_mah'],
  'phone-models': ['brand', 'model', 'codes'],
  'laptop-parts': ['maker', 'part_number', 'reported_name'],
} as const
export type DeviceFormat = keyof typeof deviceFormats

/** The format of a list with these columns; null: unknown. */
export function formatOf(columns: readonly string[]): DeviceFormat | null {
  const formats = Object.keys(deviceFormats) as DeviceFormat[]
  return formats.find((format) => deviceFormats[format].every((name) => columns.includes(name))) ?? null
}

/** Parses a row of a list of that format. */
export function readDeviceRow(format: DeviceFormat, values: Values): ReadDevice {
  const read = readers[format](values)
  if (!read.ok) return read
  const { maker, model } = read.device
  if (maker === '') return missing(makerColumns[format])
  if (model === '') return missing(format === 'laptop-parts' ? 'part_number' : 'model')
  const long = [maker, model].find((text) => text.length > 150)
  if (long !== undefined) return { ok: false, problem: { code: 'too_long', column: 'model', value: long } }
  return read
}

const makerColumns: Record<DeviceFormat, string> = {
  'device-batteries': 'manufacturer',
  'phone-batteries': 'brand',
  'phone-models': 'brand',
  'laptop-parts': 'maker',
}

const missing = (column: string): ReadDevice => ({ ok: false, problem: { code: 'missing', column } })

/** Spelling variants of manufacturers; these are one company under one name. */
const makers: Record<string, string> = {
  'ikea of sweden': 'IKEA',
  tuya: 'Tuya',
  'signify netherlands b.v.': 'Philips',
  lge: 'LG',
  'tct (alcatel)': 'Alcatel',
  asus: 'Asus',
  hewlett: 'HP',
}

function makerOf(text: string): string {
  return makers[text.toLowerCase()] ?? text
}

/** Placeholder names that lists give to things without a name. */
const codesOf = (text: string) =>
  text
    .split('|')
    .map((code) => code.trim())
    .filter(Boolean)

const readers: Record<DeviceFormat, (values: Values) => ReadDevice> = {
  'device-batteries': readHomeDevice,
  'phone-batteries': readPhoneBattery,
  'phone-models': (values) => ({
    ok: true,
    device: {
      kind: 'phone',
      maker: makerOf(values['brand'] ?? ''),
      model: values['model'] ?? '',
      codes: codesOf(values['codes'] ?? ''),
      power: 'unknown',
    },
  }),
  'laptop-parts': readLaptopPart,
}

/** Kinds of devices in a home automation list; most are sensors, switches and valves. */
function kindByName(name: string): DeviceKind {
  if (/\bsmoke|\bco alarm|carbon monoxide/i.test(name)) return 'smoke_alarm'
  if (/\block\b/i.test(name)) return 'lock'
  return /\bremote\b/i.test(name) ? 'remote' : 'smart_home'
}

function readHomeDevice(values: Values): ReadDevice {
  const { manufacturer = '', model = '', model_id: modelId = '', hw_version: version = '' } = values
  const type = values['battery_type'] ?? ''
  const size = readBatterySize(type)
  if (size.kind === 'refused') {
    const detail =
      size.nearest === null
        ? {}
        : { detail: { code: 'text', values: { text: `nearest: ${size.nearest}` } } as const }
    return { ok: false, problem: { code: 'unknown_battery', column: 'battery_type', value: type, ...detail } }
  }
  const quantity = Number(values['quantity'])
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99)
    return {
      ok: false,
      problem: { code: 'bad_quantity', column: 'quantity', value: values['quantity'] ?? '' },
    }
  const base = {
    kind: kindByName(model),
    maker: makerOf(manufacturer),
    model,
    variant: [modelId, version]
      .filter((text) => text !== model)
      .join(' ')
      .trim(),
    codes: modelId === '' || modelId === model ? [] : [modelId],
  }
  if (size.kind === 'fixed') return { ok: true, device: { ...base, power: 'fixed' } }
  if (size.kind === 'pack') return { ok: true, device: { ...base, power: 'pack', parts: [size.part] } }
  return {
    ok: true,
    device: { ...base, power: 'cell', cellSize: size.size, quantity },
    ...(size.repaired && {
      repaired: {
        code: size.repaired,
        column: 'battery_type',
        value: type,
        detail: { code: 'text', values: { text: size.size } },
      },
    }),
  }
}

function readPhoneBattery(values: Values): ReadDevice {
  const capacity = Number(values['capacity_mah'])
  if (values['capacity_mah'] !== '' && !(capacity > 0 && capacity < 100_000))
    return {
      ok: false,
      problem: { code: 'bad_amount', column: 'capacity_mah', value: values['capacity_mah'] ?? '' },
    }
  const facts: DeviceFacts = {
    ...(capacity > 0 && { capacity_mah: capacity }),
    ...(values['chemistry'] && { chemistry: values['chemistry'] }),
    ...(values['removable'] && { removable: values['removable'] === 'true' }),
  }
  return {
    ok: true,
    device: {
      kind: /tablet/i.test(values['type'] ?? '') ? 'tablet' : 'phone',
      maker: makerOf(values['brand'] ?? ''),
      model: values['model'] ?? '',
      codes: codesOf(values['codes'] ?? ''),
      power: 'pack',
      facts,
    },
  }
}

/**
 * A pack is found by its own number and by the one it reports, which is often that of the laptop's
 * manufacturer.
 */
function readLaptopPart(values: Values): ReadDevice {
  const { maker = '', part_number: part = '', reported_name: reported = '' } = values
  const millivolts = Number(values['mv_nominal'])
  const own = part.toUpperCase()
  // "DELL VKYJX" is manufacturer and number; "L21B2PG2" is only a number.
  const [, reportedMaker, number] = /^(DELL|HP|LENOVO|ACER|ASUS) (\S+)$/i.exec(reported) ?? []
  const parts = [own, number ?? reported].filter(Boolean)
  return {
    ok: true,
    device: {
      kind: 'laptop_pack',
      maker: reportedMaker
        ? capital(reportedMaker)
        : maker === maker.toLowerCase()
          ? maker.toUpperCase()
          : maker,
      model: own,
      codes: parts.slice(1),
      power: 'pack',
      parts,
      ...(millivolts > 0 && { facts: { voltage_mv: millivolts } }),
    },
  }
}

const capital = (name: string) => (name.length < 3 ? name : name[0]! + name.slice(1).toLowerCase())
