import { describe, expect, it } from 'vitest'
import { judgeCouponRecord } from '../domain/coupons/coupon-record.server.ts'
import { recognizeKind } from '../domain/coupons/coupon-kinds.ts'
import { isDiscountCode } from '../domain/coupons/discount-code.ts'
import { demoStores } from './demo-stores.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import { demoCoupons } from './demo-coupons.ts'

const now = new Date('2026-11-20T10:20:00Z')
const records = demoCoupons(now).map((raw) => {
  const judged = judgeCouponRecord(raw)
  if (!judged.ok) throw new Error(`${raw.code}: ${JSON.stringify(judged.problems)}`)
  return { raw, ...judged }
})

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
    const products = [...demoCatalogue(now)].filter((record) => record.record === 'product')
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
