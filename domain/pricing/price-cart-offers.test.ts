import { describe, expect, it } from 'vitest'
import { applied, evaluated, line, price, sumOf } from './example-cart.test-support.ts'
import type { CouponEntity } from '../coupons/coupon.ts'
import { toMajor } from '../money/money.ts'

const euro = { digits: 2 } as const
const free = { discount_type_value: 3 }
const percentOff = (discount_type_percentage: number) => ({
  discount_type_value: 1,
  discount_type_percentage,
})
const result = (coupon: CouponEntity | undefined) => [coupon?.buyx_free_amount, coupon?.vat_amount]

describe('buy x get y', () => {
  it('[DEF-12] rewards the cheapest unit of a shared set, get-only units before shared ones', () => {
    const lines = [120, 120, 80].map((unit) => line(1, { price: unit }))
    const { coupons } = evaluated(lines, [{ buy_x: 2, get_y: 1, ...free }])
    expect(coupons[0]!.all_affected_items).toEqual([{ sku: lines[2]!.sku, quantity: 1 }])
    const sets = { buy_groups: [1], get_groups: [1, 2] }
    const shared = [line(3, { price: 10, group: 1 }), line(1, { price: 90, group: 2 })]
    expect(
      evaluated(shared, [{ buy_x: 2, get_y: 1, ...free, ...sets }]).coupons[0]!.all_affected_items,
    ).toEqual([{ sku: shared[1]!.sku, quantity: 1 }])
  })

  it('[DEF-12] breaks ties by sku, then uuid; a unit is rewarded by one code, in the order of adding', () => {
    const lines = ['B', 'A', 'C'].map((sku) => line(1, { price: 50, sku }))
    expect(evaluated(lines, [{ buy_x: 2, get_y: 1, ...free }]).coupons[0]!.all_affected_items).toEqual([
      { sku: 'A', quantity: 1 },
    ])
    const four = [line(1, { price: 40 }), line(3, { price: 100 })]
    const first = { buy_x: 1, get_y: 1, ...percentOff(50) }
    const second = { buy_x: 1, get_y: 1, ...free }
    expect(evaluated(four, [first, second]).coupons.map((coupon) => coupon.buyx_free_amount)).toEqual([
      20, 100,
    ])
    expect(evaluated(four, [second, first]).coupons.map((coupon) => coupon.buyx_free_amount)).toEqual([
      40, 50,
    ])
  })

  it('[DEF-12] of two lines of one product the lower uuid gives the unit', () => {
    const twin = { sku: 'TWIN', productId: 7, price: 50 }
    const lines = [line(1, { ...twin, uuid: 'b' }), line(2, { ...twin, uuid: 'a' })]
    const { cart } = evaluated(lines, [{ buy_x: 2, get_y: 1, ...free }])
    expect(cart.lines.map((priced) => priced.netMinor)).toEqual([5000, 5000])
  })

  it('[DEF-13] percentages never add up on a rewarded unit', () => {
    const one = (unit: number) => [
      line(1, { price: unit, productId: 1 }),
      line(1, { price: 5000, productId: 2 }),
    ]
    const reward = { buy_x: 1, get_y: 1, buy_products: [2], get_products: [1], ...percentOff(50) }
    const cut = (unit: number, percentage_discount: number) =>
      evaluated(one(unit), [{ percentage_discount }, reward])
    expect(cut(100, 10).coupons[1]!.buyx_free_amount).toBe(40)
    expect(cut(100, 10).cart.lines[0]!.lineTotalMinor).toBe(9000)
    expect(cut(99, 10).coupons[1]!.buyx_free_amount).toBe(39)
    // 3 × 99 less 10 % is 267.3; with one unit at half price 227.7.
    const three = evaluated(
      [line(3, { price: 99, productId: 1 }), line(1, { price: 5000, productId: 2 })],
      [{ percentage_discount: 10 }, reward],
    )
    expect(three.cart.lines[0]).toMatchObject({ lineTotalMinor: 26700, netMinor: 22800 })
    expect(three.coupons[1]!.buyx_free_amount).toBe(39)
    expect(cut(100, 60).coupons[1]!.buyx_free_amount).toBe(0)
  })

  it('[COUPON-21] rewards once per order, all or nothing', () => {
    const offer = { buy_x: 2, get_y: 1, ...free }
    const count = (quantity: number) => evaluated([line(quantity)], [offer]).coupons[0]!
    expect(count(2).applied).toBe(false)
    expect(count(3).all_affected_items).toMatchObject([{ quantity: 1 }])
    expect(count(6).all_affected_items).toMatchObject([{ quantity: 1 }])
    expect(evaluated([line(3)], [{ ...offer, get_y: 2 }]).coupons[0]!.applied).toBe(false)
  })

  it('[COUPON-22] type 3 takes the whole price off', () => {
    const da = [line(1, { price: 500, productId: 1 }), line(1, { price: 149, productId: 2 })]
    const one = { buy_x: 1, get_y: 1, buy_products: [1], get_products: [2], ...free }
    expect(result(evaluated(da, [one]).coupons[0])).toEqual([149, 29.8])
    const de = [
      line(1, { price: 50, vat: 19, productId: 1 }),
      line(2, { price: 4.99, vat: 19, productId: 2 }),
    ]
    expect(result(evaluated(de, [{ ...one, get_y: 2 }], euro).coupons[0])).toEqual([9.98, 1.59])
  })

  it('[COUPON-23] any other type takes its percentage off each rewarded unit', () => {
    const lines = (unit: number, vat: number) => [
      line(1, { price: 500, vat, productId: 1 }),
      line(1, { price: unit, vat, productId: 2 }),
    ]
    const offer = (percentage: number) => ({
      buy_x: 1,
      get_y: 1,
      buy_products: [1],
      get_products: [2],
      ...percentOff(percentage),
    })
    expect(evaluated(lines(249, 25), [offer(30)]).sum).toBe(500 + 174)
    expect(evaluated(lines(249, 25), [offer(30)]).coupons[0]!.buyx_free_amount).toBe(75)
    expect(evaluated(lines(5, 25), [offer(50)]).coupons[0]!.buyx_free_amount).toBe(2)
    // 12.95 less 25 % is 9.7125, charged as 9.71: 3.24 off.
    expect(evaluated(lines(12.95, 19), [offer(25)], euro).coupons[0]!.buyx_free_amount).toBe(3.24)
  })

  it('[COUPON-24] the cart subtracts the amount in the response', () => {
    const withFixedAmount = (buyx_free_amount: number, code = 'A') =>
      applied({ code, buy_x: 2, get_y: 1, all_affected_items: [], buyx_free_amount })
    expect(sumOf([line(4, { price: 80 })], [withFixedAmount(40)])).toBe(280)
    expect(sumOf([line(1, { price: 260 })], [withFixedAmount(60)])).toBe(200)
  })

  it('[COUPON-25] [VAT-07] the view without VAT subtracts the net before less the net after', () => {
    const withFixedAmount = (buyx_free_amount: number, vat_amount: number, vat_rate: number) =>
      applied({ buy_x: 1, get_y: 1, all_affected_items: [], buyx_free_amount, vat_amount, vat_rate })
    const dearer = price([line(1, { price: 500 })], [withFixedAmount(149, 29.8, 25)])
    expect(dearer.deductions[0]).toMatchObject({ amountMinor: 14900, vatMinor: 2980 })
    expect(dearer.sumExVatMinor).toBe(40000 - 11920)
    const cheaper = price([line(1, { price: 50, vat: 19 })], [withFixedAmount(9.98, 1.59, 19)], euro)
    // 50.00 holds 42.02 without VAT, the remaining 40.02 holds 33.63.
    expect(cheaper.deductions[0]!.amountMinor - cheaper.deductions[0]!.vatMinor).toBe(839)
    expect(cheaper).toMatchObject({ sumMinor: 4002, sumExVatMinor: 3363, vatMinor: 639 })
    // 9.98 holds 8.39 by itself; off 51.00 (42.86) it leaves 41.02 (34.47).
    const [off] = price([line(1, { price: 51, vat: 19 })], [withFixedAmount(9.98, 1.59, 19)], euro).deductions
    expect(off!.amountMinor - off!.vatMinor).toBe(4286 - 3447)
  })

  it('[COUPON-28] the two worked examples', () => {
    const other = [line(2, { price: 100, productId: 11 }), line(1, { price: 60, productId: 22 })]
    const gift = evaluated(other, [{ buy_x: 2, get_y: 1, buy_products: [11], get_products: [22], ...free }])
    expect([...result(gift.coupons[0]), gift.sum]).toEqual([60, 12, 200])
    const category = [120, 120, 80].map((unit) => line(1, { price: unit, category: 5 }))
    const half = evaluated(category, [{ buy_x: 2, get_y: 1, buy_categories: [5], ...percentOff(50) }])
    expect([...result(half.coupons[0]), half.sum]).toEqual([40, 8, 280])
  })

  it('[COUPON-32] groups and categories work like products', () => {
    const groups = [line(3, { price: 50, group: 3 }), line(1, { price: 35, group: 4 })]
    const byGroup = evaluated(groups, [{ buy_x: 3, get_y: 1, buy_groups: [3], get_groups: [4], ...free }])
    expect([byGroup.coupons[0]!.buyx_free_amount, byGroup.sum]).toEqual([35, 150])
    const categories = [line(3, { price: 50, group: 3 }), line(1, { price: 20, category: 9 })]
    const offer = { buy_x: 3, get_y: 1, buy_groups: [3], get_categories: [9], ...free }
    expect(evaluated(categories, [offer]).coupons[0]!.buyx_free_amount).toBe(20)
  })

  it('[COUPON-33] deductions of different codes add up, percentages do not', () => {
    const codes = [
      applied({ code: 'TEN', percentage_discount: 10 }),
      applied({ code: 'FIVE', percentage_discount: 5 }),
      applied({ code: 'FREE', buy_x: 1, get_y: 1, all_affected_items: [], buyx_free_amount: 60 }),
      applied({ code: 'FIXED', fixed_amount: 100 }),
    ]
    expect(sumOf([line(2, { price: 200 })], codes.slice(0, 2))).toBe(360)
    expect(sumOf([line(2, { price: 200 })], codes)).toBe(200)
  })
})

describe('intervals and increments', () => {
  const cut = (lines: ReturnType<typeof line>[], terms: object, more = {}) => {
    const { coupons, sum } = evaluated(lines, [terms], more)
    return [coupons[0]!.buyx_free_amount, sum]
  }

  it('[COUPON-34] every N bought units reward the next M', () => {
    const rewarded = (quantity: number, N: number, M?: number) => {
      const terms = {
        buy_x_quantity_interval_buy: N,
        buy_x_percentage_interval_get: 100,
        ...(M === undefined ? {} : { buy_x_get_amount: M }),
      }
      return (cut([line(quantity)], terms)[0] as number) / 100
    }
    expect([3, 4, 8].map((quantity) => rewarded(quantity, 3))).toEqual([0, 1, 2])
    expect([3, 7].map((quantity) => rewarded(quantity, 2, 2))).toEqual([1, 3])
  })

  it('[COUPON-35] quantity interval, the three worked examples', () => {
    const half = { buy_x_quantity_interval_buy: 3, buy_x_percentage_interval_get: 50 }
    expect(cut([line(8, { price: 40 })], half)).toEqual([40, 280])
    const disjoint = [line(7, { price: 100, group: 1 }), line(3, { price: 30, group: 2 })]
    expect(cut(disjoint, { ...half, buy_groups: [1], get_groups: [2] })).toEqual([30, 760])
    const pairs = { buy_x_quantity_interval_buy: 2, buy_x_get_amount: 2, buy_x_percentage_interval_get: 25 }
    expect(cut([line(7, { price: 20, vat: 19 })], pairs, euro)).toEqual([15, 125])
  })

  it('[COUPON-36] amount interval: spend at tier prices, not below zero', () => {
    const terms = { coupon_buy_x_interval_amount_buy: 500, coupon_buy_x_interval_amount_get: 50 }
    expect(cut([line(1, { price: 1240 })], terms)).toEqual([100, 1140])
    expect(cut([line(1, { price: 499 })], terms)).toEqual([0, 499])
    const lines = [line(1, { price: 65, vat: 19, group: 1 }), line(1, { price: 7.5, vat: 19, group: 2 })]
    const de = { coupon_buy_x_interval_amount_buy: 20, coupon_buy_x_interval_amount_get: 3 }
    expect(cut(lines, { ...de, buy_groups: [1], get_groups: [2] }, euro)).toEqual([7.5, 65])
    const withTenPercent = evaluated([line(1, { price: 500 })], [{ percentage_discount: 10 }, terms])
    expect(withTenPercent.sum).toBe(400)
  })

  it('[COUPON-38] the percentage total competes in the maximum', () => {
    const terms = {
      buy_x_quantity_increment_buy: 2,
      buy_x_increment_buy_quantity: 4,
      buy_x_percentage_increment_get: 5,
    }
    const total = (quantity: number) =>
      evaluated([line(quantity)], [terms]).coupons[0]!.buy_x_percentage_total
    expect([4, 7, 30, 60].map(total)).toEqual([5, 10, 70, 100])
    const withFifteen = (reached: number) =>
      price(
        [line(1)],
        [
          applied({ code: 'A', percentage_discount: 15 }),
          applied({ code: 'B', buy_x_quantity_increment_buy: 2, buy_x_percentage_total: reached }),
        ],
      ).lines[0]!.effective!.percent
    expect([10, 20].map(withFifteen)).toEqual([15, 20])
  })

  it('[COUPON-39] quantity increment, the two worked examples', () => {
    const terms = {
      buy_x_quantity_increment_buy: 2,
      buy_x_increment_buy_quantity: 4,
      buy_x_percentage_increment_get: 5,
    }
    expect(evaluated([line(7)], [terms]).sum).toBe(630)
    const de = evaluated([line(4, { price: 8, vat: 19 })], [terms], euro)
    expect([toMajor(de.cart.lines[0]!.unitMinor), de.sum]).toEqual([8, 30.4])
  })

  it('[COUPON-40] amount increment: each unit of the get set is reduced, not below zero', () => {
    const terms = {
      coupon_buy_x_increment_amount_buy: 300,
      coupon_buy_x_increment_amount_get: 10,
      buy_groups: [1],
    }
    const get = (quantity: number, unit: number) => [
      line(1, { price: 650, group: 1 }),
      line(quantity, { price: unit, group: 2 }),
    ]
    expect(cut(get(3, 100), { ...terms, get_groups: [2] })).toEqual([60, 650 + 240])
    expect(cut(get(1, 15), { ...terms, get_groups: [2] })).toEqual([15, 650])
    const de = [line(1, { price: 80, vat: 19, group: 1 }), line(4, { price: 4, vat: 19, group: 2 })]
    const half = { coupon_buy_x_increment_amount_buy: 25, coupon_buy_x_increment_amount_get: 0.5 }
    expect(cut(de, { ...half, buy_groups: [1], get_groups: [2] }, euro)).toEqual([6, 90])
  })

  it('[COUPON-41] whole-order flags ignore the lists', () => {
    const lines = () => [
      line(2, { group: 1 }),
      line(1, { group: 2 }),
      line(1, { price: 30, productId: 22, group: 3 }),
    ]
    const offer = {
      buy_x_quantity_interval_buy: 3,
      buy_x_percentage_interval_get: 100,
      buy_groups: [1],
      get_products: [22],
    }
    expect(cut(lines(), { ...offer, buy_x_buy_items_whole_order: false })[0]).toBe(0)
    expect(cut(lines(), { ...offer, buy_x_buy_items_whole_order: true })[0]).toBe(30)
    const listed = () => [line(1, { price: 100, productId: 1 }), line(1, { price: 200, productId: 2 })]
    const total = { buy_x_quantity_increment_buy: 1, buy_x_percentage_increment_get: 10, buy_products: [1] }
    const get = { get_products: [1] }
    expect(evaluated(listed(), [{ ...total, ...get }]).sum).toBe(290)
    expect(evaluated(listed(), [{ ...total, ...get, buy_x_get_items_whole_order: true }]).sum).toBe(270)
  })
})
