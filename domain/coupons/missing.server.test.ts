import { expect, it } from 'vitest'
import { someOfferLine } from './missing.test-support.ts'
import { kindOf } from './coupon-kinds.ts'
import { parserOf } from './coupon-parsers.server.ts'
import { readCoupon, type CouponFields } from './coupon.ts'
import type { OfferLine } from './coupon-line.ts'
import type { WantedGoods } from './missing.server.ts'

/** What the lines are missing for a coupon with these fields. */
function missingOf(fields: Partial<CouponFields>, lines: readonly OfferLine[]) {
  const coupon = readCoupon({ code: 'TRY', ...fields })!
  return parserOf(kindOf(coupon)).missing(coupon, lines)
}
const goods = (wanted: Partial<WantedGoods> | null) => ({
  what: 'goods',
  wanted: wanted && { products: [], categories: [], groups: [], discountCategories: [], ...wanted },
})
const units = (count: number) => ({ what: 'units', units: count })
const amount = (amountMinor: number, fromMinor: number) => ({ what: 'amount', amountMinor, fromMinor })

const lamp = someOfferLine({ groupId: 10, discountCategory: 'L', quantity: 2, tierUnitMinor: 10_000 })
const cell = someOfferLine({ groupId: 3, discountCategory: 'B', quantity: 1, tierUnitMinor: 4_900 })

it('a percentage on some goods is missing them', () => {
  expect(missingOf({ percentage_discount: 20, specific_groups: [10] }, [cell])).toEqual(
    goods({ groups: [10] }),
  )
  expect(missingOf({ percentage_discount: 20, specific_groups: [10] }, [cell, lamp])).toBeNull()
  expect(missingOf({ percentage_discount: 20, excluded_groups: [3] }, [cell])).toEqual(goods(null))
  expect(missingOf({ percentage_discount: 20, specific_discount_categories: ['L'] }, [cell])).toEqual(
    goods({ discountCategories: ['L'] }),
  )
  expect(missingOf({ percentage_discount: 20, specific_discount_categories: ['L'] }, [lamp])).toBeNull()
})

it('a percentage or an amount off everything is missing goods only in a cart without any', () => {
  for (const fields of [{ percentage_discount: 10 }, { fixed_amount: 50 }]) {
    expect(missingOf(fields, [])).toEqual(goods(null))
    expect(missingOf(fields, [cell])).toBeNull()
  }
})

it('an offer of units is missing the fewest that earn it', () => {
  const three = { buy_x: 2, get_y: 1, discount_type_value: 3, buy_groups: [3] }
  const cells = (quantity: number) => [someOfferLine({ groupId: 3, quantity })]
  expect(missingOf(three, [lamp])).toEqual(goods({ groups: [3] }))
  expect(missingOf(three, cells(1))).toEqual(units(2))
  expect(missingOf(three, cells(2))).toEqual(units(1))
  expect(missingOf(three, cells(3))).toBeNull()
  const other = { ...three, get_groups: [10] }
  expect(missingOf(other, cells(1))).toEqual(units(2))
  expect(missingOf(other, [...cells(2), lamp])).toBeNull()
  const every = { buy_x_quantity_interval_buy: 3, buy_x_percentage_interval_get: 50, buy_groups: [3] }
  expect(missingOf(every, cells(3))).toEqual(units(1))
  expect(missingOf(every, cells(4))).toBeNull()
  const rising = { buy_x_quantity_increment_buy: 4, buy_x_percentage_increment_get: 5, buy_groups: [3] }
  expect(missingOf(rising, cells(3))).toEqual(units(1))
  expect(missingOf(rising, [lamp])).toEqual(goods({ groups: [3] }))
  expect(missingOf(rising, cells(4))).toBeNull()
})

it('an offer for an amount spent is missing the rest of it', () => {
  const fields = [
    { coupon_buy_x_interval_amount_buy: 500, coupon_buy_x_interval_amount_get: 50 },
    { coupon_buy_x_increment_amount_buy: 500, coupon_buy_x_increment_amount_get: 5 },
  ]
  for (const each of fields) {
    expect(missingOf(each, [lamp])).toEqual(amount(30_000, 50_000))
    expect(missingOf({ ...each, get_groups: [3] }, [lamp])).toEqual(goods({ groups: [3] }))
    expect(missingOf(each, [someOfferLine({ quantity: 5, tierUnitMinor: 10_000 })])).toBeNull()
  }
})
