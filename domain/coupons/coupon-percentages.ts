/**
 * The percentage of a line: the largest given by its coupons and the customer's own discount, never a sum
 * (COUPON-07..11).
 */
import type { PercentGrant } from './coupon-kind.ts'
import { kindOf } from './coupon-kinds.ts'
import type { CountedLine, CouponGoods, CustomerDiscounts } from './coupon-line.ts'
import type { CartCoupon } from './coupon.ts'
import { isInSet } from './offer-sets.ts'
import { soundPercent } from './percent.ts'

export type PercentSource = PercentGrant['source'] | 'customer'

/** A percentage, its source and, except for the customer's own, the code that gives it. */
export interface WinningPercent {
  percent: number
  source: PercentSource
  code: string | null
}

/** A percentage and the code that gives it. */
export type GrantedPercent = PercentGrant & { code: string }

/** The candidates in the order of COUPON-11: among equal ones the earlier wins. */
const sources: readonly PercentSource[] = [
  'global',
  'group',
  'excludedGroup',
  'category',
  'customer',
  'buyXTotal',
]

/** All percentages that the coupons give, in their order. `lines`: those of the cart that accept coupons. */
export function grantedPercents(
  coupons: readonly CartCoupon[],
  lines: readonly CountedLine[],
): GrantedPercent[] {
  return coupons.flatMap(({ coupon, answered }) => {
    const kind = kindOf(coupon)
    if (kind.step !== 'percentages') return []
    return kind.apply(coupon, lines).map((grant) => ({
      ...grant,
      code: coupon.code,
      // The server's result stays in use until the next response (COUPON-24).
      percent: grant.source === 'buyXTotal' ? (answered.percentTotal ?? grant.percent) : grant.percent,
    }))
  })
}

/** Whether a grant applies to a line. */
function reaches(grant: PercentGrant, line: CouponGoods): boolean {
  switch (grant.source) {
    case 'global':
      return true
    case 'group':
      return grant.groupId === line.groupId
    case 'excludedGroup':
      return line.groupId === null || !grant.groups.includes(line.groupId)
    case 'category':
      return grant.category === line.discountCategory
    case 'buyXTotal':
      return isInSet(grant.goods, line)
  }
}

/** The percentage of the customer's own discounts for a line (COUPON-19). */
function customerPercent({ discountCategory }: CouponGoods, customer: CustomerDiscounts): number {
  const isNamed = discountCategory !== null && Object.hasOwn(customer, discountCategory)
  return isNamed ? soundPercent(customer[discountCategory]) : 0
}

/** The percentage of a line, its source and its code; null where there is none (COUPON-11). */
export function effectivePercent(
  line: CouponGoods,
  granted: readonly GrantedPercent[],
  customer: CustomerDiscounts,
): WinningPercent | null {
  let best: WinningPercent | null = null
  const own = customerPercent(line, customer)
  if (own > 0) best = { percent: own, source: 'customer', code: null }
  for (const grant of granted) {
    const { percent, source, code } = grant
    if (percent === 0 || percent < (best?.percent ?? 0)) continue
    const isEqual = percent === best?.percent
    if (isEqual && sources.indexOf(source) >= sources.indexOf(best!.source)) continue
    if (reaches(grant, line)) best = { percent, source, code }
  }
  return best
}
