import { describe, expect, it } from 'vitest'
import { refusalOf, type CouponRecord } from './coupon-rules.ts'

const record = (more: Partial<CouponRecord> = {}): CouponRecord => ({
  definition: { code: 'TIO' },
  validFrom: null,
  validTo: null,
  stores: [],
  usageLimit: null,
  usageLimitPerCustomer: null,
  disabledAt: null,
  ...more,
})
const use = { store: 'sv', now: 1000, used: 0, usedByCustomer: 0 } as const

describe('refusalOf', () => {
  it('accepts a code without bounds', () => {
    expect(refusalOf(record(), use)).toBeNull()
  })

  it('accepts a code from its first moment, and no longer at its end', () => {
    const dated = record({ validFrom: 1000, validTo: 2000 })
    expect([999, 1000, 1999, 2000].map((now) => refusalOf(dated, { ...use, now }))).toEqual([
      'not_yet_valid',
      null,
      null,
      'expired',
    ])
  })

  it('accepts a code in its stores only', () => {
    const nordic = record({ stores: ['sv', 'no'] })
    expect(refusalOf(nordic, use)).toBeNull()
    expect(refusalOf(nordic, { ...use, store: 'de' })).toBe('wrong_store')
  })

  it('refuses a code from the moment at which it was disabled', () => {
    const disabled = record({ disabledAt: 1000 })
    expect(refusalOf(disabled, { ...use, now: 999 })).toBeNull()
    expect(refusalOf(disabled, use)).toBe('disabled')
  })

  it('accepts a code as often as its limits say, of all customers and of one', () => {
    const limited = record({ usageLimit: 5, usageLimitPerCustomer: 2 })
    expect(refusalOf(limited, { ...use, used: 4, usedByCustomer: 1 })).toBeNull()
    expect(refusalOf(limited, { ...use, used: 5, usedByCustomer: 1 })).toBe('used_up')
    expect(refusalOf(limited, { ...use, used: 4, usedByCustomer: 2 })).toBe('used_up_for_customer')
  })

  it('gives the most severe reason', () => {
    const all = record({
      disabledAt: 0,
      stores: ['de'],
      validFrom: 2000,
      validTo: 500,
      usageLimit: 0,
      usageLimitPerCustomer: 0,
    })
    expect(refusalOf(all, use)).toBe('disabled')
    expect(refusalOf({ ...all, disabledAt: null }, use)).toBe('wrong_store')
    expect(refusalOf({ ...all, disabledAt: null, stores: [] }, use)).toBe('not_yet_valid')
  })
})
