import { expect, it } from 'vitest'
import { giftOf } from './coupon-gift.ts'

it('a coupon gives one unit of its gift unless it says how many, and nothing without one', () => {
  expect(giftOf({ code: 'TOOL', gift_sku: 'DE-R-DRV' })).toEqual({
    code: 'TOOL',
    sku: 'DE-R-DRV',
    quantity: 1,
  })
  expect(giftOf({ code: 'TOOL', gift_sku: 'DE-R-DRV', gift_quantity: 3 })).toMatchObject({ quantity: 3 })
  expect(giftOf({ code: 'TEN', gift_sku: null })).toBe(null)
  expect(giftOf({ code: 'TEN', gift_sku: '' })).toBe(null)
})
