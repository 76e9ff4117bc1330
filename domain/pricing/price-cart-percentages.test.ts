import { describe, expect, it } from 'vitest'
import { applied, line, price, sumOf, totals, units } from './example-cart.test-support.ts'
import { toMajor } from '../money/money.ts'

const euro = { digits: 2 } as const
const percent = (percentage_discount: number, more = {}) =>
  applied({ code: `P${percentage_discount}`, percentage_discount, ...more })

describe('percentage codes', () => {
  it('[COUPON-12] a percentage for the whole cart', () => {
    expect(sumOf([line(2, { price: 199 })], [percent(10)])).toBe(358)
    const cart = price([line(3, { price: 9.99, vat: 19 })], [percent(15)], euro)
    // 9.99 × 3 less 15 % is 25.4745.
    expect(units(cart)).toEqual([9.99])
    expect(toMajor(cart.sumMinor)).toBe(25.47)
  })

  it('[COUPON-13] a percentage for some groups; of two on one group the higher', () => {
    const lines = () => [line(1, { price: 250, group: 3 }), line(1, { price: 250, group: 5 })]
    expect(totals(price(lines(), [percent(20, { specific_groups: [3, 7] })]))).toEqual([200, 250])
    const two = [percent(20, { specific_groups: [3, 7] }), percent(25, { specific_groups: [3] })]
    expect(totals(price([line(1, { price: 250, group: 3 })], two))).toEqual([188])
    expect(totals(price([line(1, { price: 250, group: 3 })], two, euro))).toEqual([187.5])
  })

  it('[COUPON-14] a percentage for all groups but some', () => {
    const lines = () => [5, 9, 3].map((group) => line(1, { price: 300, group }))
    const fifteen = percent(15, { excluded_groups: [5] })
    expect(totals(price(lines(), [fifteen]))).toEqual([300, 255, 255])
    expect(totals(price(lines(), [fifteen, percent(10, { excluded_groups: [9] })]))).toEqual([270, 255, 255])
  })

  it('[COUPON-15] a percentage for a discount category', () => {
    const code = percent(12, { specific_discount_categories: ['B2'] })
    const lines = [
      line(1, { price: 499, discountCategory: 'B2' }),
      line(1, { price: 499, discountCategory: 'C1' }),
    ]
    expect(totals(price(lines, [code]))).toEqual([439, 499])
    const cells = line(4, { price: 24.9, vat: 19, discountCategory: 'B2' })
    // 24.90 × 4 less 12 % is 87.648.
    expect(sumOf([cells], [code], euro)).toBe(87.65)
  })

  it('[COUPON-19] the customer’s own percentage competes with the codes', () => {
    const cells = () => [line(1, { price: 1000, discountCategory: 'B2' })]
    const customerDiscounts = { B2: 8 }
    expect(sumOf(cells(), [], { customerDiscounts })).toBe(920)
    expect(sumOf(cells(), [percent(10)], { customerDiscounts })).toBe(900)
    expect(sumOf(cells(), [percent(5)], { customerDiscounts })).toBe(920)
    expect(sumOf(cells())).toBe(1000)
    expect(price(cells(), [percent(5)], { customerDiscounts }).lines[0]!.effective).toEqual({
      percent: 8,
      source: 'customer',
      code: null,
    })
  })

  it('[COUPON-20] a code below its minimum spend gives nothing until the answer applies it', () => {
    const failed = { applied: false, failed_minimum_spend: true }
    expect(sumOf([line(1, { price: 400 })], [percent(10, failed)])).toBe(400)
    expect(sumOf([line(1, { price: 600 })], [percent(10)])).toBe(540)
    expect(sumOf([line(1, { price: 20, vat: 19 })], [applied({ fixed_amount: 50, ...failed })], euro)).toBe(
      20,
    )
    expect(sumOf([line(1, { price: 100, vat: 19 })], [applied({ fixed_amount: 50 })], euro)).toBe(50)
  })

  it('[COUPON-16] [COUPON-17] fixed amounts lower the sum, not below zero', () => {
    const fixed = (code: string, fixed_amount: number) => applied({ code, fixed_amount })
    expect(sumOf([line(1, { price: 500 })], [fixed('A', 100)])).toBe(400)
    expect(sumOf([line(1, { price: 80 })], [fixed('A', 100)])).toBe(0)
    expect(sumOf([line(1, { price: 200 })], [fixed('A', 50), fixed('B', 30)])).toBe(120)
    expect(sumOf([line(1, { price: 600 })], [fixed('A', 150)])).toBe(450)
    expect(sumOf([line(1, { price: 40, vat: 19 })], [fixed('A', 12.5)], euro)).toBe(27.5)
  })

  it('[COUPON-44] a line that a coupon added keeps the price it was sent with', () => {
    const gift = { addedByCoupon: 'GIFT', fixedPrice: true }
    expect(units(price([line(1, { price: 0, ...gift })], [percent(20)]))).toEqual([0])
    expect(units(price([line(1, { price: 10, ...gift })], [percent(20)]))).toEqual([10])
  })

  it('a code with specific and excluded groups needs both to hold', () => {
    const lines = [3, 5, 7].map((group) => line(1, { price: 100, group }))
    const code = percent(10, { specific_groups: [3, 5], excluded_groups: [5] })
    expect(totals(price(lines, [code]))).toEqual([90, 100, 100])
  })
})
