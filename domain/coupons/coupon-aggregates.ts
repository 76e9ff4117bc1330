/**
 * Aggregates of a cart's coupons by target, as the browser's state stores them (ENTITY-34, COUPON-07..10).
 * Pricing does not use them: see `coupon-percentages.ts`.
 */
import { recognizeKind } from './coupon-kinds.ts'
import { grantedPercents } from './coupon-percentages.ts'
import { readCartCoupons, type CouponEntity } from './coupon.ts'

export interface CouponAggregates {
  /** Highest percentage for every line. */
  global: number
  /** Group id → highest percentage of the codes naming it. */
  specificGroupMax: Record<string, number>
  /** Percentages for every group except the listed ones. */
  excludedGroupMax: { groups: readonly number[]; percentage: number }[]
  /** Discount category → highest percentage of the codes naming it. */
  specificCatMax: Record<string, number>
  /** Applied buy-x-get-y codes, in the order in which they were added. */
  buyXGetY: CouponEntity[]
  /** Applied interval and increment codes, in the order in which they were added. */
  buyXIncrement: CouponEntity[]
}

function raise(map: Record<string, number>, key: string | number, percent: number): void {
  map[key] = Math.max(map[key] ?? 0, percent)
}

/** Aggregates of a list of entities; only applied ones are counted (COUPON-07). */
export function aggregateCoupons(entities: readonly CouponEntity[]): CouponAggregates {
  const applied = entities.filter((entity) => entity.applied)
  const ofFamily = (family: 'buyXGetY' | 'increment') =>
    applied.filter((entity) => recognizeKind(entity).family === family)
  const aggregates: CouponAggregates = {
    global: 0,
    specificGroupMax: {},
    excludedGroupMax: [],
    specificCatMax: {},
    buyXGetY: ofFamily('buyXGetY'),
    buyXIncrement: ofFamily('increment'),
  }
  for (const grant of grantedPercents(readCartCoupons(applied), [])) {
    const { source, percent } = grant
    if (source === 'global') aggregates.global = Math.max(aggregates.global, percent)
    else if (source === 'group') raise(aggregates.specificGroupMax, grant.groupId, percent)
    else if (source === 'category') raise(aggregates.specificCatMax, grant.category, percent)
    else if (source === 'excludedGroup')
      aggregates.excludedGroupMax.push({ groups: grant.groups, percentage: percent })
  }
  return aggregates
}
