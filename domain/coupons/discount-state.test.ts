import { describe, expect, it } from 'vitest'
import { countAffectedUnits } from './kinds/buy-x-get-y.ts'
import type { CouponEntity } from './coupon.ts'
import {
  addCode,
  codesOf,
  dropBrokenCodes,
  keepForFirstLine,
  removeCode,
  takeSyncAnswer,
  type DiscountState,
} from './discount-state.ts'
import { noDiscounts } from './no-discounts.ts'
import { toSku } from '../products/sku.ts'

const percent = (code: string, percentage_discount: number): CouponEntity => ({
  code,
  applied: true,
  percentage_discount,
})
const kept = (...coupons: CouponEntity[]): DiscountState =>
  takeSyncAnswer(
    coupons.map(({ code }) => code),
    coupons,
  )
const rejectedCodes = (state: DiscountState) => state.rejected.map(({ code }) => code)

const gift: CouponEntity = {
  code: 'GIFT',
  applied: true,
  buy_x: 2,
  get_y: 1,
  discount_type_value: 3,
  all_affected_items: [{ sku: 'S1', quantity: 1 }],
  buyx_free_amount: 60,
}

describe('the codes of a cart', () => {
  it('[ENTITY-34] a fresh state has every field, empty', () => {
    expect(noDiscounts()).toEqual(takeSyncAnswer([], []))
  })

  it('[COUPON-01] adding a code appends it', () => {
    expect(codesOf(addCode(addCode(noDiscounts(), 'A'), 'B'))).toEqual(['A', 'B'])
  })

  it('[COUPON-02] a code that is already present changes nothing', () => {
    const state = addCode(noDiscounts(), 'SUMMER')
    expect(addCode(state, ' summer ')).toBe(state)
  })

  it('[COUPON-03] removing a code recomputes the aggregates at once', () => {
    const state = kept(percent('A', 10), percent('B', 20))
    expect(state.global).toBe(20)
    expect(removeCode(state, 'b').global).toBe(10)
    expect(codesOf(removeCode(state, 'b'))).toEqual(['A'])
  })

  it('[COUPON-04] a sync response replaces all codes', () => {
    expect(codesOf(takeSyncAnswer(['A', 'B'], [percent('C', 10)]))).toEqual(['C'])
  })

  it('[COUPON-05] codes not applied or missing from the response are rejected', () => {
    const answer = [percent('A', 10), { code: 'B', applied: false }]
    const state = takeSyncAnswer(['A', 'B', 'C'], answer)
    expect(rejectedCodes(state)).toEqual(['B', 'C'])
    expect(state.rejected.map(({ reason }) => reason)).toEqual(['not_applied', 'missing'])
  })

  it('[COUPON-05] a rejected code stays listed through later responses, until it is removed, added again or applied', () => {
    const refused = takeSyncAnswer(
      ['A', 'B'],
      [percent('A', 10), { code: 'B', applied: false, reason: 'expired' }],
    )
    const later = takeSyncAnswer(codesOf(refused), [percent('A', 10)], refused.rejected)
    expect(later.rejected).toEqual([{ code: 'B', reason: 'expired' }])
    expect(removeCode(later, 'b').rejected).toEqual([])
    expect(addCode(later, 'b').rejected).toEqual([])
    expect(takeSyncAnswer(['A', 'b'], [percent('A', 10), percent('B', 5)], later.rejected).rejected).toEqual(
      [],
    )
    const again = takeSyncAnswer(['B'], [{ code: 'B', applied: false, reason: 'used_up' }], later.rejected)
    expect(again.rejected).toEqual([{ code: 'B', reason: 'used_up' }])
  })

  it('[COUPON-06] [COUPON-20] only a code below its minimum spend stays, without a discount', () => {
    expect(codesOf(takeSyncAnswer(['B'], [{ ...percent('B', 10), applied: false }]))).toEqual([])
    const failed = { ...percent('B', 10), applied: false, failed_minimum_spend: true }
    const state = takeSyncAnswer(['B'], [failed])
    expect(codesOf(state)).toEqual(['B'])
    expect(state.global).toBe(0)
    expect(state.rejected).toEqual([{ code: 'B', reason: 'minimum_spend' }])
  })

  it('a code rejected only because the cart is empty waits for the first line, without a notice', () => {
    const refused = [
      { code: 'A', applied: false, reason: 'not_applicable' as const, discount_label: '3 for 2' },
      { code: 'B', applied: false, reason: 'expired' as const },
    ]
    const state = keepForFirstLine(takeSyncAnswer(['A', 'B', 'C'], [...refused, percent('C', 10)]), refused)
    expect(codesOf(state)).toEqual(['C', 'A'])
    expect(state.rejected).toEqual([{ code: 'B', reason: 'expired' }])
    expect(state.global).toBe(10)
    expect(state.items[1]).toEqual({ code: 'A', applied: false, discount_label: '3 for 2' })
  })

  it('[COUPON-18] a customer-discount code of 0 or less is removed', () => {
    const after = (fixed_amount: number) =>
      codesOf(dropBrokenCodes(kept({ code: 'ME', applied: true, fixed_amount }), []))
    expect([0, -20, 0.01].map(after)).toEqual([[], [], ['ME']])
  })

  it('[COUPON-27] affected units are counted as far as they are in the cart', () => {
    const units = (quantity: number) => [{ sku: toSku('S1'), quantity }]
    expect(countAffectedUnits(units(2), units(1))).toBe(1)
    expect(countAffectedUnits(units(2), units(5))).toBe(2)
  })

  it('[COUPON-29] a buy-x-get-y code with invalid data is removed', () => {
    const cart = [{ sku: 'S1', quantity: 3 }]
    const after = (change: object) => codesOf(dropBrokenCodes(kept({ ...gift, ...change }), cart))
    const half = { discount_type_value: 1 }
    expect(after({ buy_x: 0 })).toEqual([])
    expect(after({ get_y: 1.5 })).toEqual([])
    expect(after({ buy_x: null })).toEqual([])
    expect(after({ all_affected_items: null })).toEqual([])
    expect(after({ buyx_free_amount: null })).toEqual([])
    expect(after({ buyx_free_amount: -1 })).toEqual([])
    expect(after({ ...half, discount_type_percentage: 120 })).toEqual([])
    expect(after({ ...half, discount_type_percentage: -1 })).toEqual([])
    expect(after({ ...half, discount_type_percentage: 50 })).toEqual(['GIFT'])
    expect(after({ discount_type_percentage: 120 })).toEqual(['GIFT'])
    expect(after({})).toEqual(['GIFT'])
  })

  it('[COUPON-30] it is removed with its affected item, and when too few of them are left', () => {
    const state = kept(gift)
    expect(codesOf(dropBrokenCodes(state, [{ sku: 'S2', quantity: 3 }]))).toEqual([])
    const two = kept({ ...gift, get_y: 2, all_affected_items: [{ sku: 'S1', quantity: 2 }] })
    expect(codesOf(dropBrokenCodes(two, [{ sku: 'S1', quantity: 1 }]))).toEqual([])
    expect(dropBrokenCodes(two, [{ sku: 'S1', quantity: 2 }])).toBe(two)
  })

  it('[COUPON-31] each removal gives a notice', () => {
    const state = dropBrokenCodes(kept(gift), [])
    expect(state.rejected).toEqual([{ code: 'GIFT', reason: 'affected_item_missing' }])
    expect(state.buyXGetY).toEqual([])
    expect(rejectedCodes(addCode(state, 'gift'))).toEqual([])
  })
})
