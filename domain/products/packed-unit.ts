/** One unit of a product in its packaging, as far as carriers' rules concern it. */
import { isLeadAcid, type DangerousGoodsClass } from './dangerous-goods.ts'

export interface PackedUnit {
  /** Several where a set has parts of several classes. */
  classes: readonly DangerousGoodsClass[]
  /** Gross; 0: unknown. */
  weightGrams: number
  /** Longest first; 0: unknown. */
  sidesMm: readonly [number, number, number]
}

/** A unit that holds a starter battery without a class of lead-acid has free acid for all the shop knows. */
export function withStarterBattery(unit: PackedUnit): PackedUnit {
  return unit.classes.some(isLeadAcid) ? unit : { ...unit, classes: [...unit.classes, 'lead_acid_wet'] }
}

/** A product's sides in any order, longest first. */
export function sortedSides(sides: readonly (number | null)[]): PackedUnit['sidesMm'] {
  const [longest = 0, middle = 0, shortest = 0] = sides.map((side) => side ?? 0).toSorted((a, b) => b - a)
  return [longest, middle, shortest]
}

/** The parts of a set as one unit: each part in its own packaging, so the sides are the largest of any part. */
export function packedTogether(parts: readonly { unit: PackedUnit; quantity: number }[]): PackedUnit {
  const largest = (rank: 0 | 1 | 2) => Math.max(0, ...parts.map(({ unit }) => unit.sidesMm[rank]))
  return {
    classes: [...new Set(parts.flatMap(({ unit }) => unit.classes))],
    weightGrams: parts.reduce((sum, { unit, quantity }) => sum + unit.weightGrams * quantity, 0),
    sidesMm: [largest(0), largest(1), largest(2)],
  }
}
