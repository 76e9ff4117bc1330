import { describe, expect, it } from 'vitest'
import { viewCoupon } from '../../api/coupon-view.ts'
import { evaluated, line } from '../pricing/example-cart.test-support.ts'
import { parseCoupon } from '../coupons/coupon-parsers.server.ts'
import type { CouponDefinition } from '../coupons/coupon.ts'
import { evaluateCoupons } from './evaluate-coupons.server.ts'

const check = (terms: Omit<CouponDefinition, 'code'>) => {
  const answer = parseCoupon({ code: 'CODE', ...terms })
  return answer.ok ? 'ok' : answer.code
}

describe('the evaluation of codes', () => {
  it('[COUPON-20] a code below its minimum spend is marked and gives nothing', () => {
    const ten = { percentage_discount: 10, minimum_spend: 500 }
    expect(evaluated([line(4)], [ten])).toMatchObject({
      coupons: [{ applied: false, failed_minimum_spend: true }],
      sum: 400,
    })
    expect(evaluated([line(6)], [ten])).toMatchObject({ coupons: [{ applied: true }], sum: 540 })
    const fixed = { fixed_amount: 50, minimum_spend: 100 }
    expect(evaluated([line(1, { price: 20, vat: 19 })], [fixed], { digits: 2 }).sum).toBe(20)
    expect(evaluated([line(1, { price: 100, vat: 19 })], [fixed], { digits: 2 }).sum).toBe(50)
  })

  it('[COUPON-20] the minimum spend is compared at tier prices, without gift cards and fees', () => {
    const ten = { percentage_discount: 10, minimum_spend: 500 }
    const spend = (...lines: ReturnType<typeof line>[]) => evaluated(lines, [ten]).coupons[0]!.applied
    expect(spend(line(5, { tiers: { 1: 110, 5: 100 } }))).toBe(true)
    expect(spend(line(5, { tiers: { 1: 110, 5: 99 } }))).toBe(false)
    expect(spend(line(4), line(1, { giftCard: true }))).toBe(false)
    expect(spend(line(4), line(1, { fee: true }))).toBe(false)
    expect(evaluated([line(5)], [{ percentage_discount: 50 }, ten]).coupons[1]!.applied).toBe(true)
  })

  it('a code that gives nothing says what the cart is missing, whatever its kind; one that gives something, nothing', () => {
    const missing = (terms: Omit<CouponDefinition, 'code'>, ...more: Omit<CouponDefinition, 'code'>[]) =>
      evaluated([line(2, { price: 100, groupId: 3 })], [terms, ...more]).coupons[0]!.missing
    const goods = { what: 'goods', goods: null, units: null, amount: null, from: null }
    expect(missing({ percentage_discount: 10 })).toBeNull()
    expect(missing({ percentage_discount: 10, specific_groups: [3] })).toBeNull()
    expect(missing({ percentage_discount: 20, specific_groups: [10] })).toEqual(goods)
    expect(missing({ fixed_amount: 50 })).toBeNull()
    expect(missing({ percentage_discount: 10, minimum_spend: 500 })).toEqual({
      what: 'amount',
      goods: null,
      units: null,
      amount: 300,
      from: 500,
    })
    const free = { buy_x: 2, get_y: 1, discount_type_value: 3 }
    expect(missing(free)).toEqual({ what: 'units', goods: null, units: 1, amount: null, from: null })
    expect(missing({ ...free, buy_x: 1 })).toBeNull()
    expect(missing({ percentage_discount: 10 }, { percentage_discount: 20 })).toMatchObject({
      what: 'better',
    })
  })

  it('a percentage that rounds to nothing gives nothing, and says with how many units it gives something', () => {
    const one = { percentage_discount: 1 }
    const lines = (quantity: number) => [line(quantity, { price: 13, groupId: 3 })]
    const { coupons, cart, sum } = evaluated(lines(1), [one])
    expect(coupons[0]!.missing).toMatchObject({ what: 'rounding', units: 3 })
    expect(sum).toBe(13)
    expect(cart.lines[0]!.reasons).toEqual([])
    expect(evaluated(lines(4), [one])).toMatchObject({ coupons: [{ missing: null }], sum: 51 })
    const tiers = { 1: 13, 5: 10 }
    expect(evaluated([line(1, { tiers })], [{ percentage_discount: 0.8 }]).coupons[0]!.missing).toMatchObject(
      {
        what: 'rounding',
        units: 6,
      },
    )
    const half = { buy_x: 1, get_y: 1, discount_type_value: 1, discount_type_percentage: 1 }
    const offer = (...more: object[]) => evaluated(lines(2), [half, ...more]).coupons[0]!.missing
    expect(offer()).toMatchObject({ what: 'rounding', units: null })
    expect(offer({ percentage_discount: 50 })).toMatchObject({ what: 'better' })
  })

  it('rejects contradictory terms', () => {
    expect(check({ percentage_discount: 10 })).toBe('ok')
    expect(check({ percentage_discount: 10, fixed_amount: 0 })).toBe('ok')
    expect(check({ percentage_discount: 10, fixed_amount: 50 })).toBe('more_than_one_kind')
    expect(check({ percentage_discount: 10, buy_x: 2, get_y: 1 })).toBe('more_than_one_kind')
    expect(check({ percentage_discount: 120 })).toBe('bad_percentage')
    for (const gift_quantity of [0, -1, 1.5, 101, 1e9])
      expect(check({ gift_sku: 'A', gift_quantity })).toBe('bad_quantity')
    expect(check({ gift_sku: 'A', gift_quantity: 100 })).toBe('ok')
    expect(check({ fixed_amount: 0 })).toBe('bad_amount')
    expect(check({ fixed_amount: 10.005 })).toBe('bad_amount')
    expect(check({ buy_x: 0, get_y: 1, discount_type_value: 3 })).toBe('bad_quantity')
    expect(check({ buy_x: 2, get_y: 1 })).toBe('bad_percentage')
    expect(check({ coupon_buy_x_interval_amount_buy: 500 })).toBe('bad_amount')
    expect(check({ buy_x_quantity_interval_buy: 3, buy_x_percentage_interval_get: 50 })).toBe('ok')
    expect(check({ percentage_discount: 10, specific_groups: [3], excluded_groups: [3] })).toBe(
      'matches_nothing',
    )
    const refused = evaluateCoupons({ lines: [line(1)], digits: 0 }, [
      { code: 'BOTH', percentage_discount: 10, fixed_amount: 50 },
    ]).map((each) => viewCoupon(each))
    expect(refused).toMatchObject([{ code: 'BOTH', applied: false, failed_minimum_spend: false }])
  })

  it('returns every code once, ignoring case', () => {
    const codes = ['TEN', 'ten'].map((code) => ({ code, fixed_amount: 10 }))
    expect(evaluated([line(1)], codes)).toMatchObject({ coupons: [{ code: 'TEN' }], sum: 90 })
  })

  it('[ENTITY-31] [ENTITY-32] reports the terms and the result of an offer', () => {
    const lines = [line(2, { price: 100, productId: 11 }), line(1, { price: 60, productId: 22 })]
    const terms = { buy_x: 2, get_y: 1, buy_products: [11], get_products: [22], discount_type_value: 3 }
    expect(evaluated(lines, [terms]).coupons[0]).toMatchObject({
      ...terms,
      code: 'CODE0',
      applied: true,
      failed_minimum_spend: false,
      all_affected_items: [{ sku: lines[1]!.sku, quantity: 1 }],
      buyx_free_amount: 60,
      vat_amount: 12,
      vat_rate: 25,
    })
  })
})
