import { minor } from '../money/money.ts'
import { describe, expect, it } from 'vitest'
import type { OfferLine } from './coupon-line.ts'
import { recognizeKind, type KindFields } from './coupon-kinds.ts'
import { couponLabel, removalReason } from './coupon.ts'
import { isDiscountCode, isSameCode, normalizeCode } from './discount-code.ts'
import { levelAt, percentAt, quantityIncrement } from './kinds/quantity-increment.ts'
import { quantityInterval } from './kinds/quantity-interval.ts'
import { isInSet, readOfferSets, type OfferSetFields } from './offer-sets.ts'
import { countUnits } from './unit-rewards.ts'
import { toProductId } from '../products/product-id.ts'
import { toSku } from '../products/sku.ts'

const kind = (fields: KindFields) => recognizeKind(fields).kind

const unitsOf = (freeUnits: number, more: Partial<OfferLine> = {}): OfferLine => ({
  uuid: 'u',
  sku: toSku('s'),
  quantity: freeUnits,
  productId: toProductId(1),
  groupId: null,
  categoryIds: [],
  discountCategory: null,
  tierUnitMinor: minor(100),
  freeUnits,
  ...more,
})

describe('kinds of codes', () => {
  it('[DEF-09] the kind is the first that matches', () => {
    expect(kind({ percentage_discount: 10, fixed_amount: null })).toBe('global')
    expect(kind({ fixed_amount: 0 })).toBe('fixed')
    expect(kind({ percentage_discount: 10, fixed_amount: 0 })).toBe('global')
    expect(kind({ buy_x: 2, get_y: 1 })).toBe('buyXGetY')
    expect(kind({ buy_x: 0, get_y: 1 })).toBe('buyXGetY')
    const broken = {
      code: 'CODE',
      applied: true,
      buy_x: 0,
      get_y: 1,
      all_affected_items: [],
      buyx_free_amount: 0,
    }
    expect(removalReason(broken, [])).toBe('invalid')
    expect(kind({ percentage_discount: 10, specific_groups: [3] })).toBe('restricted')
    expect(kind({ percentage_discount: 10, excluded_groups: [3] })).toBe('restricted')
    expect(kind({ percentage_discount: 10, specific_discount_categories: ['B2'] })).toBe('restricted')
  })

  it('[DEF-09] [ENTITY-33] each of the four interval and increment fields makes its kind, before buy-x-get-y', () => {
    const both = { buy_x: 2, get_y: 1 }
    expect(kind({ ...both, buy_x_quantity_interval_buy: 3 })).toBe('quantityInterval')
    expect(kind({ ...both, coupon_buy_x_interval_amount_buy: 500 })).toBe('amountInterval')
    expect(kind({ ...both, buy_x_quantity_increment_buy: 2 })).toBe('quantityIncrement')
    expect(kind({ ...both, coupon_buy_x_increment_amount_buy: 300 })).toBe('amountIncrement')
    expect(kind({ ...both, buy_x_quantity_interval_buy: 0 })).toBe('buyXGetY')
  })

  it('[DEF-10] the buy set is what products, categories or groups name, or every line', () => {
    const lines = [
      unitsOf(2, { groupId: 3 }),
      unitsOf(1, { groupId: 5, productId: toProductId(9), categoryIds: [7] }),
    ]
    const bought = (fields: OfferSetFields) => countUnits(readOfferSets(fields), lines).buy
    expect(bought({ buy_groups: [3] })).toBe(2)
    expect(bought({})).toBe(3)
    expect(bought({ buy_products: [9] })).toBe(1)
    expect(bought({ buy_categories: [7] })).toBe(1)
    expect(bought({ buy_groups: [3], buy_products: [9] })).toBe(3)
    expect(bought({ buy_groups: [99], buy_x_buy_items_whole_order: true })).toBe(3)
  })

  it('[DEF-11] the get set is what its lists name, otherwise the buy set, or every line', () => {
    const lines = [unitsOf(2, { productId: toProductId(11) }), unitsOf(1, { productId: toProductId(22) })]
    const got = (fields: OfferSetFields) => countUnits(readOfferSets(fields), lines).get
    expect(got({ buy_products: [11] })).toBe(2)
    expect(got({ buy_products: [11], get_products: [22] })).toBe(1)
    expect(got({ buy_products: [11], buy_x_get_items_whole_order: true })).toBe(3)
    expect(isInSet(readOfferSets({ get_groups: [4] }).get, unitsOf(1))).toBe(false)
  })

  it('[COUPON-34] a reward larger than earned is never given', () => {
    const rewarded = (fields: KindFields, ...lines: OfferLine[]) => {
      const terms = quantityInterval.read({ buy_x_quantity_interval_buy: 3, ...fields })!
      return quantityInterval.apply(terms, lines).rewarded.reduce((sum, { units }) => sum + units, 0)
    }
    expect([3, 4, 8].map((units) => rewarded({}, unitsOf(units)))).toEqual([0, 1, 2])
    const sets = { buy_groups: [1], get_groups: [2] }
    expect(rewarded(sets, unitsOf(7, { groupId: 1 }), unitsOf(3, { groupId: 2 }))).toBe(2)
    const pairs = { buy_x_quantity_interval_buy: 2, buy_x_get_amount: 2 }
    expect([3, 7].map((units) => rewarded(pairs, unitsOf(units)))).toEqual([1, 3])
  })

  it('[COUPON-37] levels of a quantity increment', () => {
    const terms = quantityIncrement.read({
      buy_x_quantity_increment_buy: 2,
      buy_x_increment_buy_quantity: 4,
    })!
    expect([3, 4, 7, 30].map((units) => levelAt(terms, units))).toEqual([0, 1, 2, 14])
    expect(levelAt(quantityIncrement.read({ buy_x_quantity_increment_buy: 2 })!, 5)).toBe(2)
  })

  it('[COUPON-38] each level adds its percentage, at most 100', () => {
    const terms = quantityIncrement.read({
      buy_x_quantity_increment_buy: 2,
      buy_x_increment_buy_quantity: 4,
      buy_x_percentage_increment_get: 5,
    })!
    expect([4, 7, 30, 60].map((units) => percentAt(terms, units))).toEqual([5, 10, 70, 100])
  })

  it('[COUPON-26] a discount row is named by its label, or by the code', () => {
    expect(couponLabel({ code: 'ABC', discount_label: '3 for 2' })).toBe('3 for 2')
    expect(couponLabel({ code: 'ABC', discount_label: '' })).toBe('ABC')
    expect(couponLabel({ code: 'ABC' })).toBe('ABC')
  })

  it('[VALID-09] a code has three or more letters, digits or hyphens', () => {
    expect(['ABC', 'A-1', 'AB', 'AB C', 'A_BC'].map(isDiscountCode)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    // Also with A and its ring as two characters, as some keyboards write Å.
    expect(['VÅR10', 'va\u030Ar10', 'FÜNF'].map(isDiscountCode)).toEqual([true, true, true])
    expect(isSameCode('VÅR10', 'va\u030Ar10')).toBe(true)
    expect(normalizeCode(' summer ')).toBe('SUMMER')
    expect(isSameCode('SUMMER', ' summer ')).toBe(true)
  })
})
