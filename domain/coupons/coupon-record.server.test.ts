import { describe, expect, it } from 'vitest'
import { judgeCouponRecord } from './coupon-record.server.ts'

const problems = (raw: unknown) => {
  const judged = judgeCouponRecord(raw)
  return judged.ok ? [] : judged.problems.map(({ field, code }) => (field ? `${field}:${code}` : code))
}
const accepted = (raw: unknown) => {
  const judged = judgeCouponRecord(raw)
  if (!judged.ok) throw new Error(JSON.stringify(judged.problems))
  return judged
}

describe('a coupon record', () => {
  it('accepts the entity’s fields, ignores calculated ones and reports unknown ones', () => {
    const { record, unknownFields } = accepted({
      code: ' summer-10 ',
      percentage_discount: 10,
      fixed_amount: null,
      specific_groups: [],
      minimum_spend: 0,
      applied: true,
      failed_minimum_spend: true,
      buyx_free_amount: 12,
      vat_amount: 1,
      vat_rate: 25,
      all_affected_items: [{}],
      buy_x_percentage_total: 3,
      comment: 'x',
    })
    expect(record).toEqual({
      definition: { code: 'SUMMER-10', percentage_discount: 10 },
      validFrom: null,
      validTo: null,
      stores: [],
      usageLimit: null,
      usageLimitPerCustomer: null,
      disabledAt: null,
    })
    expect(unknownFields).toEqual(['comment'])
  })

  it('[COUPON-34] [COUPON-37] treats a 0 as an absent field where the terms begin at 1', () => {
    const interval = { buy_x_quantity_interval_buy: 3, buy_x_percentage_interval_get: 50 }
    const increment = { buy_x_quantity_increment_buy: 2, buy_x_percentage_increment_get: 5 }
    const kept = (more: object) => accepted({ code: 'AAA', ...more }).record.definition
    expect(kept({ ...interval, buy_x_get_amount: 0 })).toEqual({ code: 'AAA', ...interval })
    expect(kept({ ...increment, buy_x_increment_buy_quantity: 0 })).toEqual({ code: 'AAA', ...increment })
    expect(problems({ code: 'AAA', ...interval, buy_x_get_amount: -1 })).toEqual([
      'buy_x_get_amount:bad_quantity',
    ])
  })

  it('names every wrong field at once, also where the code or a time is wrong too', () => {
    expect(problems({ code: '', percentage_discount: 120, valid_from: 'soon' })).toEqual([
      'code:missing_code',
      'valid_from:bad_time',
      'percentage_discount:bad_percentage',
    ])
    expect(problems({ code: '', buy_x: 0, get_y: 0.5, discount_type_percentage: 101 })).toEqual([
      'code:missing_code',
      'buy_x:bad_quantity',
      'get_y:bad_quantity',
      'discount_type_percentage:bad_percentage',
    ])
    expect(problems({ code: '' })).toEqual(['code:missing_code', 'gives_nothing'])
  })

  it('[DEF-14] reads timestamps in both forms, and a date without a time as the whole day, in its stores’ time zones', () => {
    const times = {
      code: 'AAA',
      percentage_discount: 1,
      valid_from: '2026-01-01T00:00:00Z',
      valid_to: '2026-12-31',
    }
    expect(accepted(times).record.validFrom).toBe(1767225600000)
    expect(accepted({ ...times, valid_from: 1767225600000 }).record.validFrom).toBe(1767225600000)
    expect(accepted({ ...times, valid_from: '2026-01-01T01:00:00+01:00' }).record.validFrom).toBe(
      1767225600000,
    )
    expect(accepted(times).record.validTo).toBe(Date.UTC(2026, 11, 31, 23))
    expect(problems({ ...times, valid_to: '2025-01-01' })).toEqual(['valid_to:bad_period'])
    for (const wrong of ['soon', '1/2/2026', 1e300, {}, '2026-13-01', '2026-02-30', '2026-02-29T00:00:00Z'])
      expect(problems({ ...times, valid_from: wrong })).toEqual(['valid_from:bad_time'])
  })

  it('with an amount of money names exactly one store', () => {
    const amounts = [
      { fixed_amount: 50 },
      { percentage_discount: 10, minimum_spend: 300 },
      { coupon_buy_x_interval_amount_buy: 500, coupon_buy_x_interval_amount_get: 50 },
      { coupon_buy_x_increment_amount_buy: 500, coupon_buy_x_increment_amount_get: 5 },
    ]
    for (const amount of amounts) {
      expect(problems({ code: 'AAA', ...amount })).toEqual(['stores:needs_one_store'])
      expect(problems({ code: 'AAA', ...amount, stores: ['sv', 'no'] })).toEqual(['stores:needs_one_store'])
      expect(problems({ code: 'AAA', ...amount, stores: ['sv'] })).toEqual([])
    }
    expect(problems({ code: 'AAA', percentage_discount: 10, stores: ['sv', 'no'] })).toEqual([])
  })

  it('with a product list that its kind ignores is rejected: it would apply to everything', () => {
    const offer = { buy_x: 2, get_y: 1, discount_type_value: 3 }
    expect(problems({ code: 'AAA', fixed_amount: 50, stores: ['sv'], specific_groups: [1] })).toEqual([
      'specific_groups:without_effect',
    ])
    expect(problems({ code: 'AAA', percentage_discount: 10, buy_products: [7], get_groups: [2] })).toEqual([
      'buy_products:without_effect',
      'get_groups:without_effect',
    ])
    expect(problems({ code: 'AAA', ...offer, excluded_groups: [1] })).toEqual([
      'excluded_groups:without_effect',
    ])
    expect(problems({ code: 'AAA', gift_sku: 'X', buy_groups: [1] })).toEqual(['buy_groups:without_effect'])
    expect(problems({ code: 'AAA', ...offer, buy_groups: [1], specific_groups: [] })).toEqual([])
    expect(
      problems({
        code: 'AAA',
        percentage_discount: 10,
        specific_groups: [1],
        excluded_groups: [2],
        specific_discount_categories: ['B2'],
      }),
    ).toEqual([])
  })

  it('that is contradictory, or not a coupon, is rejected with every reason', () => {
    expect(problems({ code: 'AAA', percentage_discount: 10, fixed_amount: 5, stores: ['sv'] })).toEqual([
      'fixed_amount:more_than_one_kind',
    ])
    expect(problems({ code: 'AAA', buy_x: 0, get_y: 1 })).toEqual([
      'buy_x:bad_quantity',
      'discount_type_percentage:bad_percentage',
    ])
    expect(problems({ code: 'AAA', percentage_discount: 120 })).toEqual([
      'percentage_discount:bad_percentage',
    ])
    expect(problems({ code: 'AAA' })).toEqual(['gives_nothing'])
    expect(problems({ code: 'AAA', percentage_discont: 10 })).toEqual(['gives_nothing'])
    expect(problems({ code: 'AAA', fixed_amount: 0, stores: ['sv'] })).toEqual(['fixed_amount:bad_amount'])
    expect(problems({ code: 'AAA', fixed_amount: -20, stores: ['sv'] })).toEqual(['fixed_amount:bad_amount'])
    expect(problems({ code: 'AAA', fixed_amount: 10.005, stores: ['sv'] })).toEqual([
      'fixed_amount:bad_amount',
    ])
    expect(problems({ code: 'AAA', buy_x: 2, get_y: 1, discount_type_percentage: 120 })).toEqual([
      'discount_type_percentage:bad_percentage',
    ])
    expect(problems({ code: 'AAA', buy_x_quantity_interval_buy: 3 })).toEqual([
      'buy_x_percentage_interval_get:bad_percentage',
    ])
    expect(problems({ code: 'AAA', coupon_buy_x_interval_amount_buy: 500, stores: ['sv'] })).toEqual([
      'coupon_buy_x_interval_amount_get:bad_amount',
    ])
    expect(problems({ code: 'AAA', percentage_discount: 10, minimum_spend: -5, stores: ['sv'] })).toEqual([
      'minimum_spend:bad_amount',
    ])
    expect(
      problems({ code: 'AAA', percentage_discount: 10, specific_groups: [1], excluded_groups: [1] }),
    ).toEqual(['specific_groups:matches_nothing'])
    expect(
      problems({ code: 'AAA', percentage_discount: '10', buy_groups: [1.5], stores: ['uk'], usage_limit: 0 }),
    ).toEqual([
      'buy_groups:bad_type',
      'percentage_discount:bad_type',
      'stores:bad_store',
      'usage_limit:bad_limit',
    ])
    expect(problems({ percentage_discount: 10 })).toEqual(['code:missing_code'])
    // Signs that no cart takes.
    for (const code of ['a b', 'HÖST_10', 'HÖST10!', 'A%B', 'AB'])
      expect(problems({ code, percentage_discount: 10 })).toEqual(['code:bad_code'])
    expect(judgeCouponRecord({ code: 'HÖST_10', percentage_discount: 10 }, { isIssued: true }).ok).toBe(true)
    expect(problems({ code: 'x'.repeat(101), percentage_discount: 10 })).toEqual(['code:bad_code'])
    for (const wrong of [null, [], 'A', 5, true]) expect(problems(wrong)).toEqual(['not_an_object'])
  })
})
