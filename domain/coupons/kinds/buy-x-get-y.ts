/**
 * Buy-x-get-y: buying x units reduces or gives away y further units, once per order and all or nothing
 * (COUPON-21..30).
 */
import type { SkuUnits } from '../../products/sku.ts'
import type { UnitRewardKind } from '../coupon-kind.ts'
import type { FieldTable, FieldValues } from '../coupon-fields.ts'
import { wholeBasisPoints } from '../../money/money.ts'
import { offerSetFields, readOfferSets, type OfferSets } from '../offer-sets.ts'
import { offerBasisPoints } from '../percent.ts'
import { chooseRewarded, countUnits, unitsLeftBought } from '../unit-rewards.ts'

export const buyXGetYFields = {
  buy_x: 'number',
  get_y: 'number',
  /** `freeReward`, or any other value: `discount_type_percentage`. */
  discount_type_value: 'number',
  discount_type_percentage: 'number',
  ...offerSetFields,
} as const satisfies FieldTable

/** `discount_type_value` of a reward that takes off the full price (COUPON-22). */
export const freeReward = 3

export interface BuyXGetY {
  kind: 'buyXGetY'
  /** Units that must be bought in addition to the rewarded ones. */
  boughtUnits: number
  rewardedUnits: number
  percentBasisPoints: number
  sets: OfferSets
}

type Fields = FieldValues<typeof buyXGetYFields>

const isCount = (value: number | null | undefined): value is number =>
  Number.isSafeInteger(value) && value! >= 1

function read(fields: Fields): BuyXGetY | null {
  const { buy_x, get_y, discount_type_value, discount_type_percentage: percent } = fields
  if (!isCount(buy_x) || !isCount(get_y)) return null
  const isFree = discount_type_value === freeReward
  const isPercent = percent == null || (typeof percent === 'number' && percent >= 0 && percent <= 100)
  if (!isFree && !isPercent) return null
  return {
    kind: 'buyXGetY',
    boughtUnits: buy_x,
    rewardedUnits: get_y,
    percentBasisPoints: isFree ? wholeBasisPoints : offerBasisPoints(percent),
    sets: readOfferSets(fields),
  }
}

/** Affected units that are still in the cart: Σ min(listed quantity, quantity in the cart) (COUPON-27). */
export function countAffectedUnits(affected: readonly SkuUnits[], items: readonly SkuUnits[]): number {
  return affected.reduce((count, { sku, quantity }) => {
    const inCart = items.reduce((sum, item) => (item.sku === sku ? sum + item.quantity : sum), 0)
    return count + Math.min(quantity, inCart)
  }, 0)
}

export const buyXGetY: UnitRewardKind<BuyXGetY, Fields> = {
  kind: 'buyXGetY',
  family: 'buyXGetY',
  step: 'unitRewards',
  recognizes: ({ buy_x, get_y }) => buy_x != null || get_y != null,
  read,
  goods: ({ sets }) => sets.get,
  check({ rewardedUnits }, { applied, affectedItems, deductedMinor }, items) {
    if (!applied) return null
    if (affectedItems === null || deductedMinor === null || deductedMinor < 0) return 'invalid'
    const isMissing = affectedItems.some(({ sku }) => !items.some((item) => item.sku === sku))
    if (isMissing) return 'affected_item_missing'
    return countAffectedUnits(affectedItems, items) < rewardedUnits ? 'too_few_affected_items' : null
  },
  apply({ boughtUnits, rewardedUnits, percentBasisPoints, sets }, lines) {
    const counts = countUnits(sets, lines)
    const isEarned = rewardedUnits <= counts.get && unitsLeftBought(counts, rewardedUnits) >= boughtUnits
    return { rewarded: chooseRewarded(sets, lines, isEarned ? rewardedUnits : 0), percentBasisPoints }
  },
}
