/**
 * Decides whether a product may be offered beside another. Goods that must fit (cells, batteries of devices, lead
 * batteries, chargers, bulbs) are offered only where the facts of both say that they do: a phone battery never lists
 * another phone's battery, whatever a feed says. Everything else is offered freely. A charger is a product with
 * `charges`: the values of `chemistry` that it charges; `charges_sizes` names the sizes of cells that it takes. Pure.
 */
import { slugOf } from '../stores/slug.ts'

/** The facts that decide: attribute values by code, with those of the parent, and the devices a product names. */
export interface FitGoods {
  attributes: Readonly<Record<string, unknown>>
  fits: readonly string[]
}

const has = ({ attributes }: FitGoods, code: string) => attributes[code] !== undefined
const same = (a: FitGoods, b: FitGoods, code: string) => a.attributes[code] === b.attributes[code]
const both = (a: FitGoods, b: FitGoods, code: string) => has(a, code) && has(b, code)

/** A battery in a standard size, as opposed to a product that takes one. */
export function isCell(goods: FitGoods): boolean {
  return has(goods, 'battery_size') && has(goods, 'voltage_v')
}

const leadChemistries = new Set<unknown>(['lead_acid', 'efb', 'agm', 'gel'])
const isLeadBattery = (goods: FitGoods) => leadChemistries.has(goods.attributes['chemistry'])

/** Made for named devices, or for the devices of one maker. */
const isDeviceSpecific = (goods: FitGoods) => goods.fits.length > 0 || has(goods, 'device_brand')

const isCharger = (goods: FitGoods) => has(goods, 'charges')

/** Whether a list of values contains that of the product; a list that is not stated contains all. */
function includes(list: unknown, value: unknown): boolean {
  return list === undefined || (Array.isArray(list) ? list : [list]).includes(value)
}

/**
 * Whether the charger takes the battery, or the cells of the product: those of its chemistries and sizes, and none that
 * has a socket of its own.
 */
function charges({ attributes: charger }: FitGoods, battery: FitGoods): boolean {
  const { chemistry, battery_size: size } = battery.attributes
  const socket = battery.attributes['charging_port'] ?? battery.attributes['connector_a']
  if (chemistry === undefined && !isCell(battery))
    return size === undefined || includes(charger['charges_sizes'], size)
  return (
    socket === undefined &&
    includes(charger['charges'], chemistry) &&
    includes(charger['charges_sizes'], size)
  )
}

/** Whether `other` may be offered beside `goods`. */
export function fitsAsRelated(goods: FitGoods, other: FitGoods): boolean {
  if (isCharger(goods) && !isCharger(other) && !charges(goods, other)) return false
  if (isCharger(other) && !isCharger(goods) && !charges(other, goods)) return false
  if (isCell(goods) || isCell(other)) {
    if (both(goods, other, 'battery_size')) return same(goods, other, 'battery_size')
    // A cell is no help with a product for a named device that takes no cell.
    return !(isCell(other) && isDeviceSpecific(goods))
  }
  if (goods.fits.length > 0 && other.fits.length > 0) {
    const devices = new Set(goods.fits.map(slugOf))
    return other.fits.some((device) => devices.has(slugOf(device)))
  }
  if (isDeviceSpecific(other)) return isOfSameSystem(goods, other)
  if (isLeadBattery(goods) && isLeadBattery(other)) return takesSamePlace(goods, other)
  return !both(goods, other, 'lamp_base') || same(goods, other, 'lamp_base')
}

/** The same maker's system: a charger for the batteries of its maker and voltage. */
function isOfSameSystem(goods: FitGoods, other: FitGoods): boolean {
  return (
    has(goods, 'device_brand') &&
    same(goods, other, 'device_brand') &&
    (!both(goods, other, 'voltage_v') || same(goods, other, 'voltage_v'))
  )
}

/** Two lead batteries that can replace each other: the same voltage, case and poles, as far as both say. */
function takesSamePlace(goods: FitGoods, other: FitGoods): boolean {
  return ['voltage_v', 'length_mm', 'width_mm', 'height_mm', 'terminal_layout'].every(
    (code) => !both(goods, other, code) || same(goods, other, code),
  )
}

/** Why all products of a list fit: cells of the same size, batteries or chargers for the product, one common device. */
export type FitReason = 'same_size' | 'batteries_for' | 'charger_for' | 'same_device'

/** The reason that holds for every one of `others`, or null. */
export function fitReason(goods: FitGoods, others: readonly FitGoods[]): FitReason | null {
  if (others.length === 0) return null
  const isOfSize = (other: FitGoods) => isCell(other) && same(goods, other, 'battery_size')
  if (has(goods, 'battery_size') && others.every(isOfSize))
    return isCell(goods) ? 'same_size' : 'batteries_for'
  const isForBattery = (other: FitGoods) => isCharger(other) && fitsAsRelated(goods, other)
  if (has(goods, 'chemistry') && !isCharger(goods) && others.every(isForBattery)) return 'charger_for'
  const devices = others.map(({ fits }) => new Set(fits.map(slugOf)))
  const isCommon = (device: string) => devices.every((each) => each.has(slugOf(device)))
  return goods.fits.some(isCommon) ? 'same_device' : null
}
