/**
 * Amount interval: for every full amount spent on the buy set, a fixed amount is taken off the get set's sum
 * (COUPON-36).
 */
import { mayBeKept, type SumReductionKind } from '../coupon-kind.ts'
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

export const amountIntervalFields = {
  coupon_buy_x_interval_amount_buy: 'amount',
  coupon_buy_x_interval_amount_get: 'amount',
  ...offerSetFields,
} as const satisfies FieldTable

export interface AmountInterval {
  kind: 'amountInterval'
  /** Gross spend that earns the amount once, minor units. */
  everyMinor: Minor
  amountMinor: Minor
  sets: OfferSets
}

export const amountInterval: SumReductionKind<AmountInterval, FieldValues<typeof amountIntervalFields>> = {
  kind: 'amountInterval',
  family: 'increment',
  step: 'sumReductions',
  recognizes: (fields) => isPositive(fields.coupon_buy_x_interval_amount_buy),
  read: (fields) => ({
    kind: 'amountInterval',
    everyMinor: toMinorLeniently(fields.coupon_buy_x_interval_amount_buy),
    amountMinor: largerMinor(toMinorLeniently(fields.coupon_buy_x_interval_amount_get), zeroMinor),
    sets: readOfferSets(fields),
  }),
  check: mayBeKept,
  goods: ({ sets }) => sets.get,
  apply: ({ everyMinor, amountMinor, sets }, lines) => ({
    amountMinor: multiplyMinor(amountMinor, timesSpent(spendMinor(sets, lines), everyMinor)),
    places: lines.flatMap((line, place) => (isInSet(sets.get, line) ? [place] : [])),
  }),
}
