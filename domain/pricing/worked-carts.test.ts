import { describe, expect, it } from 'vitest'
import { evaluated, line } from './example-cart.test-support.ts'

/** The three carts of docs/pricing.md; a change here changes that page. */
describe('the worked carts of the manual', () => {
  it('[DEF-06] Sweden: a tier and a code', () => {
    const { cart } = evaluated(
      [line(12, { tiers: { 1: 49, 5: 45, 10: 39 } })],
      [{ code: 'SOMMAR', percentage_discount: 10 }],
    )
    expect(cart).toMatchObject({ sumMinor: 42100, vatMinor: 8420, sumExVatMinor: 33680 })
    expect(cart.lines[0]).toMatchObject({ unitMinor: 3900, lineTotalMinor: 42100 })
    expect(cart.lines[0]!.reasons.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['tier', 12000],
      ['coupon', 4700],
    ])
  })

  it('[DEF-07] [DEF-15] [COUPON-33] Norway: three for two, and fifty off', () => {
    const { cart } = evaluated(
      [line(3, { price: 299, group: 1 }), line(1, { price: 89, group: 2 })],
      [
        { code: '3FOR2', buy_x: 2, get_y: 1, buy_groups: [1], discount_type_value: 3 },
        { code: 'TAKK50', fixed_amount: 50 },
      ],
    )
    expect(cart.deductions.map(({ code, amountMinor }) => [code, amountMinor])).toEqual([
      ['3FOR2', 29900],
      ['TAKK50', 5000],
    ])
    expect(cart.lines.map((priced) => [priced.netMinor, priced.vatMinor])).toEqual([
      [55448, 11090],
      [8252, 1650],
    ])
    expect(cart).toMatchObject({ linesMinor: 98600, sumMinor: 63700, vatMinor: 12740 })
  })

  it('[COUPON-11] [COUPON-19] Germany: a customer price, a deposit and a gift card', () => {
    const { cart } = evaluated(
      [
        line(1, { price: 89.9, vat: 19, discountCategory: 'B2' }),
        line(3, { price: 4.99, vat: 19 }),
        line(1, { price: 7.5, vat: 19, fee: true }),
        line(1, { price: 25, vat: 0, giftCard: true }),
      ],
      [{ code: 'FUENF', percentage_discount: 5 }],
      { digits: 2, customerDiscounts: { B2: 8 } },
    )
    expect(cart.lines.map((priced) => [priced.netMinor, priced.vatMinor])).toEqual([
      [8271, 1321],
      [1422, 227],
      [750, 120],
      [2500, 0],
    ])
    expect(cart).toMatchObject({ sumMinor: 12943, vatMinor: 1668, feesMinor: 750 })
  })
})
