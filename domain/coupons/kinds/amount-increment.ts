/**
 * Amount increment: for every full amount spent on the buy set, each unit of the get set is reduced by a
 * fixed amount (COUPON-40).
 */
import { mayBeKept, type UnitReductionKind } from '../coupon-kind.ts'
import { isPositive, type FieldTable, type FieldValues } from '../coupon-fields.ts'
import { toMinorLeniently, type Minor, zeroMinor, largerMinor, multiplyMinor } from '../../money/money.ts'
import {
  isInSet,
  offerSetFields,
  readOfferSets,
  spendMinor,
  timesSpent,
  type OfferSets,
} from '../offer-sets.ts'

export const amountIncrementFields = {
  coupon_buy_x_increment_amount_buy: 'amount',
  coupon_buy_x_increment_amount_get: 'amount',
  ...offerSetFields,
} as const satisfies FieldTable

export interface AmountIncrement {
  kind: 'amountIncrement'
  /** Gross spend per reduction step, minor units. */
  everyMinor: Minor
  /** Reduction per unit and step, minor units. */
  amountMinor: Minor
  sets: OfferSets
}

export const amountIncrement: UnitReductionKind<
  AmountIncrement,
  FieldValues<typeof amountIncrementFields>
> = {
  kind: 'amountIncrement',
  family: 'increment',
  step: 'unitReductions',
  recognizes: (fields) => isPositive(fields.coupon_buy_x_increment_amount_buy),
  read: (fields) => ({
    kind: 'amountIncrement',
    everyMinor: toMinorLeniently(fields.coupon_buy_x_increment_amount_buy),
    amountMinor: largerMinor(toMinorLeniently(fields.coupon_buy_x_increment_amount_get), zeroMinor),
    sets: readOfferSets(fields),
  }),
  check: mayBeKept,
  goods: ({ sets }) => sets.get,
  apply({ everyMinor, amountMinor, sets }, lines) {
    const offMinor = multiplyMinor(amountMinor, timesSpent(spendMinor(sets, lines), everyMinor))
    return lines.map((line) => (isInSet(sets.get, line) ? offMinor : zeroMinor))
  },
}
