/**
 * Decides whether a product may be offered as related to another. Goods that must fit (cells, batteries of devices, lead
 * batteries, bulbs) are offered only where the facts of both say that they do: a phone battery never lists another
 * phone's battery, whatever a feed says. Everything else is offered freely. Pure.
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

/** Whether `other` may be offered as related to `goods`. */
export function fitsAsRelated(goods: FitGoods, other: FitGoods): boolean {
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
