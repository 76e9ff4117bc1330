import { describe, expect, it } from 'vitest'
import { judgeCouponRecord } from '../domain/coupons/coupon-record.server.ts'
import { recognizeKind } from '../domain/coupons/coupon-kinds.ts'
import { isDiscountCode } from '../domain/coupons/discount-code.ts'
import { demoStores } from './demo-stores.ts'
import { readDemoLines } from './demo-data.server.ts'
import { demoRecords } from './demo-records.test-support.ts'

const now = new Date('2026-11-20T10:20:00Z')
const records = (await readDemoLines('coupons', now)).map((line) => {
  const judged = judgeCouponRecord(line)
  if (!judged.ok) throw new Error(JSON.stringify({ line, problems: judged.problems }))
  return judged
})
const products = (await demoRecords(now)).filter((record) => record.record === 'product')

describe('the demo’s discount codes', () => {
  it('are valid, can be used in a link, and have unique names', () => {
    for (const { record, unknownFields } of records) {
      expect(isDiscountCode(record.definition.code), record.definition.code).toBe(true)
      expect(unknownFields).toEqual([])
    }
    expect(new Set(records.map(({ record }) => record.definition.code)).size).toBe(records.length)
  })

  it('show every kind of discount in every store', () => {
    const kinds = [
      'global',
      'restricted',
      'fixed',
      'buyXGetY',
      'quantityInterval',
      'amountInterval',
      'quantityIncrement',
      'amountIncrement',
    ]
    for (const store of demoStores) {
      const here = records.filter(({ record }) => record.stores.length === 0 || record.stores.includes(store))
      expect(new Set(here.map(({ record }) => recognizeKind(record.definition).kind))).toEqual(new Set(kinds))
    }
  })

  it('name groups, discount categories and gifts that the demo sells', () => {
    const groups = new Set(products.map((product) => product.groupId))
    const categories = new Set(products.map((product) => product.discountCategory))
    const skus = new Set(products.map((product) => product.sku))
    for (const { definition } of records.map(({ record }) => record)) {
      for (const group of [
        ...(definition.specific_groups ?? []),
        ...(definition.excluded_groups ?? []),
        ...(definition.buy_groups ?? []),
        ...(definition.get_groups ?? []),
      ])
        expect(groups, `${definition.code} ${group}`).toContain(group)
      for (const category of definition.specific_discount_categories ?? [])
        expect(categories).toContain(category)
      if (definition.gift_sku) expect(skus).toContain(definition.gift_sku)
    }
  })
})
