/**
 * What carriers must know about the demo's goods: the UN number that a family states, the energy or lithium
 * content that follows from its cells, and the weight with packaging.
 */
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { Attributes, ProductPlan } from './product-plan.ts'

type TransportRecord = Pick<
  ProductRecord,
  | 'unNumber'
  | 'batteryEnergyMilliwattHours'
  | 'lithiumContentMilligrams'
  | 'grossWeightGrams'
  | 'packageLengthMm'
  | 'packageWidthMm'
  | 'packageHeightMm'
>

/** Milligrams of lithium per Ah of a primary cell: Faraday's law gives 259; makers state about 300. */
const lithiumPerAh = 300
/** A sealed cell of an alarm, as CR123A. */
const alarmLithiumMilligrams = 550
/** The built-in battery of a small device whose capacity is not stated. */
const smallDeviceMilliwattHours = 10_000
const packagingFactor = 1.05
const packagingGrams = 20

/** A plan states its UN number among the attributes; in the catalogue it is a field of its own. */
export function withoutUnNumber(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([code]) => code !== 'un_number'))
}

/** The parts of a set state their own; a gift card is not shipped. */
export function transportFacts(plan: ProductPlan, type: ProductRecord['type']): TransportRecord {
  if (type === 'gift_card' || type === 'set') return {}
  const { attributes } = plan
  const stated = attributes['un_number']
  // The rechargeable coins are too small for their own number in the data sheets; they are lithium ion all the same.
  const isUnstatedIon = stated === undefined && attributes['chemistry'] === 'li_ion'
  const unNumber = typeof stated === 'string' ? stated.toUpperCase() : isUnstatedIon ? 'UN3480' : 'none'
  const weight = numberOf(attributes, 'weight_g')
  const sides = ['length_mm', 'width_mm', 'height_mm'].map((code) => numberOf(attributes, code))
  return {
    unNumber,
    ...(unNumber.startsWith('UN348') && { batteryEnergyMilliwattHours: energyOf(attributes) }),
    ...(unNumber.startsWith('UN309') && { lithiumContentMilligrams: lithiumOf(attributes) }),
    ...(weight !== null && { grossWeightGrams: Math.ceil(weight * packagingFactor) + packagingGrams }),
    ...(sides.every((side) => side !== null) && {
      packageLengthMm: Math.ceil(sides[0]!) + 10,
      packageWidthMm: Math.ceil(sides[1]!) + 10,
      packageHeightMm: Math.ceil(sides[2]!) + 10,
    }),
  }
}

function energyOf(attributes: Attributes): number {
  const stated = numberOf(attributes, 'watt_hours')
  if (stated !== null) return Math.round(stated * 1000)
  const volts = numberOf(attributes, 'voltage_v')
  const ampereHours = ampereHoursOf(attributes)
  if (volts === null || ampereHours === null) return smallDeviceMilliwattHours
  return Math.round(volts * ampereHours * 1000)
}

function lithiumOf(attributes: Attributes): number {
  const ampereHours = ampereHoursOf(attributes)
  if (ampereHours === null) return alarmLithiumMilligrams
  const cells = Math.max(1, Math.round((numberOf(attributes, 'voltage_v') ?? 3) / 3))
  return Math.max(1, Math.round(lithiumPerAh * ampereHours * cells))
}

function ampereHoursOf(attributes: Attributes): number | null {
  const milli = numberOf(attributes, 'capacity_mah')
  return numberOf(attributes, 'capacity_ah') ?? (milli === null ? null : milli / 1000)
}

function numberOf(attributes: Attributes, code: string): number | null {
  const value = attributes[code]
  return typeof value === 'number' && value > 0 ? value : null
}
