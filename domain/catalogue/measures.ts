/**
 * Measures with their units as feeds write them (`55.5 Wh`, `1.25 kg`), and as whole numbers of the smallest unit that
 * the shop stores. Units of weight and length are those of Merchant Center's shipping attributes. Pure.
 */

export type MeasureKind = 'energy' | 'lithium' | 'weight' | 'length'

interface Measure {
  /** How many of the stored unit each unit is. */
  units: Readonly<Record<string, number>>
  /** What an export writes. */
  written: string
}

export const measures: Record<MeasureKind, Measure> = {
  /** Stored in milliwatt-hours. */
  energy: { units: { mWh: 1, Wh: 1000, kWh: 1_000_000 }, written: 'Wh' },
  /** Stored in milligrams. */
  lithium: { units: { mg: 1, g: 1000 }, written: 'g' },
  /** Stored in grams. */
  weight: { units: { g: 1, kg: 1000, oz: 28.349_523_125, lb: 453.592_37 }, written: 'g' },
  /** Stored in millimetres. */
  length: { units: { mm: 1, cm: 10, m: 1000, in: 25.4 }, written: 'cm' },
}

/** Larger values are typing errors: no product weighs a thousand tonnes. */
const largest = 1_000_000_000

/**
 * `1.25 kg` → 1250. A decimal comma is accepted. Null: no number with a unit of that kind, or not above zero. Values
 * finer than the stored unit are rounded to it, at least 1.
 */
export function readMeasure(kind: MeasureKind, text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,9}(?:[.,]\d{1,6})?)\s*(\p{L}+)$/u.exec(text.trim()) ?? []
  const { units } = measures[kind]
  const name = Object.keys(units).find((each) => each.toLowerCase() === unit.toLowerCase())
  const value = Number(number.replace(',', '.'))
  if (name === undefined || !(value > 0)) return null
  const stored = Math.max(1, Math.round(value * units[name]!))
  return stored <= largest ? stored : null
}

/** 1250 → `1250 g`; 295 mm → `29.5 cm`. What `readMeasure` reads back unchanged. */
export function measureText(kind: MeasureKind, stored: number): string {
  const { units, written } = measures[kind]
  return `${stored / units[written]!} ${written}`
}
