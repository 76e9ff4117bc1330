/** Quantity interval: for every N units bought, the next M units are reduced (COUPON-34, COUPON-35). */
import { mayBeKept, type UnitRewardKind } from '../coupon-kind.ts'
import { isPositive, type FieldTable, type FieldValues } from '../coupon-fields.ts'
import { offerSetFields, readOfferSets, type OfferSets } from '../offer-sets.ts'
import { offerBasisPoints } from '../percent.ts'
import { chooseRewarded, countUnits, mostEarned, unitsLeftBought } from '../unit-rewards.ts'

export const quantityIntervalFields = {
  buy_x_quantity_interval_buy: 'number',
  buy_x_percentage_interval_get: 'number',
  /** Rewarded units per interval, 1 when absent. */
  buy_x_get_amount: 'optionalNumber',
  ...offerSetFields,
} as const satisfies FieldTable

export interface QuantityInterval {
  kind: 'quantityInterval'
  /** Units to buy for each reward. */
  everyUnits: number
  /** Units of each reward. */
  rewardedUnits: number
  percentBasisPoints: number
  sets: OfferSets
}

export const quantityInterval: UnitRewardKind<
  QuantityInterval,
  FieldValues<typeof quantityIntervalFields>
> = {
  kind: 'quantityInterval',
  family: 'increment',
  step: 'unitRewards',
  recognizes: (fields) => isPositive(fields.buy_x_quantity_interval_buy),
  read: (fields) => ({
    kind: 'quantityInterval',
    everyUnits: fields.buy_x_quantity_interval_buy ?? 0,
    rewardedUnits: fields.buy_x_get_amount ?? 1,
    percentBasisPoints: offerBasisPoints(fields.buy_x_percentage_interval_get),
    sets: readOfferSets(fields),
  }),
  check: mayBeKept,
  goods: ({ sets }) => sets.get,
  apply({ everyUnits, rewardedUnits, percentBasisPoints, sets }, lines) {
    const counts = countUnits(sets, lines)
    const units = mostEarned(
      counts,
      (rewarded) => Math.floor(unitsLeftBought(counts, rewarded) / everyUnits) * rewardedUnits >= rewarded,
    )
    return { rewarded: chooseRewarded(sets, lines, units), percentBasisPoints }
  },
}
