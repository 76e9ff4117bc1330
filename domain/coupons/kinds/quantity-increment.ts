/**
 * Quantity increment: the percentage on every unit of the get set grows with the number of units bought
 * (COUPON-37..39).
 */
import { mayBeKept, type PercentageKind } from '../coupon-kind.ts'
import { isPositive, type FieldTable, type FieldValues } from '../coupon-fields.ts'
import { wholeBasisPoints } from '../../money/money.ts'
import { boughtUnits, offerSetFields, readOfferSets, type OfferSets } from '../offer-sets.ts'
import { offerBasisPoints } from '../percent.ts'

export const quantityIncrementFields = {
  buy_x_quantity_increment_buy: 'number',
  /** First threshold; the increment itself when absent. */
  buy_x_increment_buy_quantity: 'optionalNumber',
  buy_x_percentage_increment_get: 'number',
  ...offerSetFields,
} as const satisfies FieldTable

export interface QuantityIncrement {
  kind: 'quantityIncrement'
  /** Units from one level to the next. */
  everyUnits: number
  /** Units of the first level. */
  fromUnits: number
  /** Basis points that each level adds. */
  percentBasisPoints: number
  sets: OfferSets
}

/** Levels reached: 0 below the first threshold, 1 at it, and one more per further increment (COUPON-37). */
export function levelAt({ everyUnits, fromUnits }: QuantityIncrement, units: number): number {
  return units < fromUnits ? 0 : 1 + Math.floor((units - fromUnits) / everyUnits)
}

/** The percentage reached, at most 100 (COUPON-38). */
export function percentAt(terms: QuantityIncrement, units: number): number {
  return Math.min(wholeBasisPoints, levelAt(terms, units) * terms.percentBasisPoints) / 100
}

export const quantityIncrement: PercentageKind<
  QuantityIncrement,
  FieldValues<typeof quantityIncrementFields>
> = {
  kind: 'quantityIncrement',
  family: 'increment',
  step: 'percentages',
  recognizes: (fields) => isPositive(fields.buy_x_quantity_increment_buy),
  read(fields) {
    const everyUnits = fields.buy_x_quantity_increment_buy ?? 0
    return {
      kind: 'quantityIncrement',
      everyUnits,
      fromUnits: fields.buy_x_increment_buy_quantity ?? everyUnits,
      percentBasisPoints: offerBasisPoints(fields.buy_x_percentage_increment_get),
      sets: readOfferSets(fields),
    }
  },
  check: mayBeKept,
  apply: (terms, lines) => [
    {
      source: 'buyXTotal',
      goods: terms.sets.get,
      percent: percentAt(terms, boughtUnits(terms.sets, lines)),
    },
  ],
}
