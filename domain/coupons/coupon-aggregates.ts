/**
 * The percentages a cart's codes add up to, by what they apply to (ENTITY-34), and the one percentage a line
 * gets: the largest of six candidates, never a sum (COUPON-07..11). Percentages are numbers 0–100.
 */
import { couponKind, isIncrementKind, type Coupon } from './coupon.ts'
import { getSet, type SetLine } from './unit-sets.ts'

/** What the applied codes give, for whom. */
export interface CouponAggregates {
  /** Highest percentage for every line. */
  global: number
  /** Group id → highest percentage of the codes naming it. */
  specificGroupMax: Record<string, number>
  /** Percentages for every group but the listed ones. */
  excludedGroupMax: { groups: readonly number[]; percentage: number }[]
  /** Discount category → highest percentage of the codes naming it. */
  specificCatMax: Record<string, number>
  /** Applied buy-x-get-y codes, in the order in which they were added. */
  buyXGetY: Coupon[]
  /** Applied interval and increment codes, in the order in which they were added. */
  buyXIncrement: Coupon[]
}

/** What of a line decides its percentage. */
export interface DiscountableLine extends SetLine {
  discountCategory: string | null
}

/** Discount category → percentage of the logged-in customer (ENTITY-40). */
export type CustomerDiscounts = Readonly<Record<string, number>>

export type PercentSource = 'global' | 'group' | 'excludedGroup' | 'category' | 'customer' | 'buyXTotal'

/** A percentage, where it comes from and, except for the customer's own, the code that gives it. */
export interface WinningPercent {
  percent: number
  source: PercentSource
  code: string | null
}

export function noAggregates(): CouponAggregates {
  return {
    global: 0,
    specificGroupMax: {},
    excludedGroupMax: [],
    specificCatMax: {},
    buyXGetY: [],
    buyXIncrement: [],
  }
}

function raise(map: Record<string, number>, key: string | number, percent: number): void {
  map[key] = Math.max(map[key] ?? 0, percent)
}

/** A percentage within 0–100; anything else counts as none. */
function soundPercent(percent: number | null | undefined): number {
  return percent != null && percent > 0 && percent <= 100 ? percent : 0
}

function addRestricted(aggregates: CouponAggregates, coupon: Coupon, percent: number): void {
  const named = coupon.specific_groups ?? []
  const excluded = coupon.excluded_groups ?? []
  // A code that names both kinds of groups needs both to hold (design.md, section 6).
  for (const group of named) if (!excluded.includes(group)) raise(aggregates.specificGroupMax, group, percent)
  if (excluded.length > 0 && named.length === 0) {
    aggregates.excludedGroupMax.push({ groups: excluded, percentage: percent })
  }
  for (const category of coupon.specific_discount_categories ?? []) {
    raise(aggregates.specificCatMax, category, percent)
  }
}

/** Aggregates of a list of codes; only applied ones count (COUPON-07). */
export function aggregateCoupons(coupons: readonly Coupon[]): CouponAggregates {
  const aggregates = noAggregates()
  for (const coupon of coupons) {
    if (!coupon.applied) continue
    const kind = couponKind(coupon)
    const percent = soundPercent(coupon.percentage_discount)
    if (kind === 'buyXGetY') aggregates.buyXGetY.push(coupon)
    else if (isIncrementKind(kind)) aggregates.buyXIncrement.push(coupon)
    else if (kind === 'global') aggregates.global = Math.max(aggregates.global, percent)
    else if (kind === 'restricted') addRestricted(aggregates, coupon, percent)
  }
  return aggregates
}

/** Highest percentage of the codes that exclude other groups than the line's (COUPON-09). */
export function excludedGroupPercent(aggregates: CouponAggregates, groupId: number | null): number {
  let highest = 0
  for (const { groups, percentage } of aggregates.excludedGroupMax) {
    if (groupId === null || !groups.includes(groupId)) highest = Math.max(highest, percentage)
  }
  return highest
}

/** Highest percentage that quantity increments reached for a line (COUPON-38). */
function buyXTotalPercent(aggregates: CouponAggregates, line: SetLine): number {
  let highest = 0
  for (const coupon of aggregates.buyXIncrement) {
    const percent = soundPercent(coupon.buy_x_percentage_total)
    if (percent > highest && getSet(coupon)(line)) highest = percent
  }
  return highest
}

const own = (map: Readonly<Record<string, number>>, key: string | number | null): number =>
  key !== null && Object.hasOwn(map, key) ? map[key]! : 0

/** The six candidates of a line, in the order of COUPON-11. */
function percentCandidates(
  line: DiscountableLine,
  aggregates: CouponAggregates,
  customer: CustomerDiscounts,
): { source: PercentSource; percent: number }[] {
  return [
    { source: 'global', percent: aggregates.global },
    { source: 'group', percent: own(aggregates.specificGroupMax, line.groupId) },
    { source: 'excludedGroup', percent: excludedGroupPercent(aggregates, line.groupId) },
    { source: 'category', percent: own(aggregates.specificCatMax, line.discountCategory) },
    { source: 'customer', percent: soundPercent(own(customer, line.discountCategory)) },
    { source: 'buyXTotal', percent: buyXTotalPercent(aggregates, line) },
  ]
}

/** The percentage a line gets and what gives it; null where nothing does (COUPON-11). Ties: the earlier candidate. */
export function effectivePercent(
  line: DiscountableLine,
  aggregates: CouponAggregates,
  customer: CustomerDiscounts,
): { source: PercentSource; percent: number } | null {
  let best: { source: PercentSource; percent: number } | null = null
  for (const candidate of percentCandidates(line, aggregates, customer)) {
    if (candidate.percent > (best?.percent ?? 0)) best = candidate
  }
  return best
}

/** What each code gives by itself, to tell afterwards which one won. */
export type SingleAggregates = readonly { code: string; aggregates: CouponAggregates }[]

export function aggregateEach(coupons: readonly Coupon[]): SingleAggregates {
  return coupons.map((coupon) => ({ code: coupon.code, aggregates: aggregateCoupons([coupon]) }))
}

/** The first code that gives this percentage to this line from this source; null for the customer's own. */
export function codeBehind(
  line: DiscountableLine,
  winner: { source: PercentSource; percent: number },
  singles: SingleAggregates,
): string | null {
  const given = singles.find(({ aggregates }) =>
    percentCandidates(line, aggregates, {}).some(
      ({ source, percent }) => source === winner.source && percent === winner.percent,
    ),
  )
  return given?.code ?? null
}
