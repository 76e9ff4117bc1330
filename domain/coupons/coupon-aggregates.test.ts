import { describe, expect, it } from 'vitest'
import { aggregateCoupons } from './coupon-aggregates.ts'
import type { CouponGoods } from './coupon-line.ts'
import { effectivePercent, grantedPercents } from './coupon-percentages.ts'
import { readCartCoupons, type CouponEntity } from './coupon.ts'
import { toProductId } from '../products/product-id.ts'

const code = (terms: Partial<CouponEntity>): CouponEntity => ({ code: 'CODE', applied: true, ...terms })
const percent = (percentage_discount: number, more: Partial<CouponEntity> = {}) =>
  code({ percentage_discount, ...more })

/** The percentage a line gets from codes and customer. */
const effective = (
  codes: CouponEntity[],
  line: Partial<CouponGoods>,
  customer: Record<string, number> = {},
) =>
  effectivePercent(
    { productId: toProductId(1), groupId: null, categoryIds: [], discountCategory: null, ...line },
    grantedPercents(readCartCoupons(codes), []),
    customer,
  )

describe('the aggregates of the codes', () => {
  it('[COUPON-07] the highest percentage of the applied codes without restriction', () => {
    expect(aggregateCoupons([percent(10), percent(15)]).global).toBe(15)
    expect(aggregateCoupons([]).global).toBe(0)
    expect(aggregateCoupons([percent(20, { applied: false })]).global).toBe(0)
  })

  it('[COUPON-08] the highest percentage of each named group', () => {
    const codes = [percent(20, { specific_groups: [3, 7] }), percent(25, { specific_groups: [3] })]
    expect(aggregateCoupons(codes).specificGroupMax).toEqual({ 3: 25, 7: 20 })
  })

  it('[COUPON-09] the highest percentage that does not exclude the group', () => {
    const codes = [percent(15, { excluded_groups: [5] }), percent(10, { excluded_groups: [9] })]
    expect(aggregateCoupons(codes).excludedGroupMax).toEqual([
      { groups: [5], percentage: 15 },
      { groups: [9], percentage: 10 },
    ])
    expect([5, 9, 3, null].map((groupId) => effective(codes, { groupId })?.percent)).toEqual([10, 15, 15, 15])
  })

  it('[COUPON-10] the highest percentage of each named discount category', () => {
    const codes = [
      percent(12, { specific_discount_categories: ['B2'] }),
      percent(8, { specific_discount_categories: ['B2', 'C1'] }),
    ]
    expect(aggregateCoupons(codes).specificCatMax).toEqual({ B2: 12, C1: 8 })
  })

  it('[COUPON-11] a line gets the largest of the six candidates', () => {
    const winner = (candidates: readonly number[]) => {
      const [global, group, excluded, category, customer, total] = candidates as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const codes = [
        percent(global),
        percent(group, { specific_groups: [3] }),
        percent(excluded, { excluded_groups: [5] }),
        percent(category, { specific_discount_categories: ['B2'] }),
        code({ buy_x_quantity_increment_buy: 2, buy_x_percentage_total: total }),
      ]
      return effective(codes, { groupId: 3, discountCategory: 'B2' }, { B2: customer })?.percent ?? 0
    }
    expect(winner([10, 15, 0, 20, 12, 0])).toBe(20)
    expect(winner([0, 0, 0, 0, 0, 0])).toBe(0)
    expect(winner([5, 0, 0, 0, 8, 25])).toBe(25)
    expect(winner([5, 6, 7, 4, 3, 2])).toBe(7)
    expect(winner([5, 6, 4, 4, 9, 2])).toBe(9)
    expect(winner([5, 8, 4, 4, 7, 2])).toBe(8)
  })

  it('[COUPON-11] among equal candidates the earlier wins, and among its codes the first', () => {
    const group = (name: string) => percent(10, { code: name, specific_groups: [3] })
    const line = { groupId: 3, discountCategory: 'B2' }
    const codes = [group('A'), group('B'), percent(10, { code: 'C' }), percent(10, { code: 'D' })]
    expect(effective(codes, line, { B2: 10 })).toEqual({ percent: 10, source: 'global', code: 'C' })
    expect(effective(codes.slice(0, 2), line, { B2: 10 })).toMatchObject({ source: 'group', code: 'A' })
    const total = code({ buy_x_quantity_increment_buy: 2, buy_x_percentage_total: 10 })
    expect(effective([total], line, { B2: 10 })).toMatchObject({ source: 'customer', code: null })
  })

  it('[ENTITY-40] a customer’s discount map gives its percentage to its category and to no other', () => {
    const own = (discountCategory: string | null) =>
      effective([], { discountCategory }, { B2: 8 })?.percent ?? 0
    expect(['B2', 'C1', null, 'toString'].map(own)).toEqual([8, 0, 0, 0])
  })

  it('[ENTITY-34] buy-x-get-y and increment codes are listed separately, in the order of adding', () => {
    const codes = [
      code({ code: 'A', buy_x: 2, get_y: 1 }),
      code({ code: 'B', buy_x_quantity_interval_buy: 3 }),
      code({ code: 'C', buy_x: 1, get_y: 1, applied: false }),
    ]
    const aggregates = aggregateCoupons(codes)
    expect(aggregates.buyXGetY.map((coupon) => coupon.code)).toEqual(['A'])
    expect(aggregates.buyXIncrement.map((coupon) => coupon.code)).toEqual(['B'])
  })
})
