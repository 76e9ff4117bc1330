import { describe, expect, it } from 'vitest'
import {
  aggregateCoupons,
  effectivePercent,
  excludedGroupPercent,
  noAggregates,
} from './coupon-aggregates.ts'
import type { Coupon } from './coupon.ts'

const code = (terms: Partial<Coupon>): Coupon => ({ code: 'CODE', applied: true, ...terms })
const percent = (percentage_discount: number, more: Partial<Coupon> = {}) =>
  code({ percentage_discount, ...more })

describe('what the codes add up to', () => {
  it('[COUPON-07] the highest percentage of the applied codes for everything', () => {
    expect(aggregateCoupons([percent(10), percent(15)]).global).toBe(15)
    expect(aggregateCoupons([]).global).toBe(0)
    expect(aggregateCoupons([percent(20, { applied: false })]).global).toBe(0)
  })

  it('[COUPON-08] the highest percentage of each named group', () => {
    const codes = [percent(20, { specific_groups: [3, 7] }), percent(25, { specific_groups: [3] })]
    expect(aggregateCoupons(codes).specificGroupMax).toEqual({ 3: 25, 7: 20 })
  })

  it('[COUPON-09] the highest percentage that does not exclude the group', () => {
    const aggregates = aggregateCoupons([
      percent(15, { excluded_groups: [5] }),
      percent(10, { excluded_groups: [9] }),
    ])
    expect([5, 9, 3, null].map((group) => excludedGroupPercent(aggregates, group))).toEqual([10, 15, 15, 15])
  })

  it('[COUPON-10] the highest percentage of each named discount category', () => {
    const codes = [
      percent(12, { specific_discount_categories: ['B2'] }),
      percent(8, { specific_discount_categories: ['B2', 'C1'] }),
    ]
    expect(aggregateCoupons(codes).specificCatMax).toEqual({ B2: 12, C1: 8 })
  })

  it('[COUPON-11] a line gets the largest of the six candidates', () => {
    const line = { productId: 1, groupId: 3, categoryIds: [], discountCategory: 'B2' }
    const effective = (candidates: readonly number[]) => {
      const [global, group, excluded, category, customer, total] = candidates as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const aggregates = {
        ...noAggregates(),
        global,
        specificGroupMax: { 3: group },
        excludedGroupMax: [{ groups: [5], percentage: excluded }],
        specificCatMax: { B2: category },
        buyXIncrement: [code({ buy_x_quantity_increment_buy: 2, buy_x_percentage_total: total })],
      }
      return effectivePercent(line, aggregates, { B2: customer })?.percent ?? 0
    }
    expect(effective([10, 15, 0, 20, 12, 0])).toBe(20)
    expect(effective([0, 0, 0, 0, 0, 0])).toBe(0)
    expect(effective([5, 0, 0, 0, 8, 25])).toBe(25)
    expect(effective([5, 6, 7, 4, 3, 2])).toBe(7)
    expect(effective([5, 6, 4, 4, 9, 2])).toBe(9)
    expect(effective([5, 8, 4, 4, 7, 2])).toBe(8)
  })

  it('[ENTITY-40] a customer’s discount map gives its percentage to its category and nothing to others', () => {
    const line = (discountCategory: string | null) => ({
      productId: 1,
      groupId: null,
      categoryIds: [],
      discountCategory,
    })
    const own = (category: string | null) =>
      effectivePercent(line(category), noAggregates(), { B2: 8 })?.percent ?? 0
    expect(['B2', 'C1', null, 'toString'].map(own)).toEqual([8, 0, 0, 0])
  })

  it('[ENTITY-34] buy-x-get-y and increment codes are kept apart, in the order of adding', () => {
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
