import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { applied, line, price, sumOf, units } from './example-cart.test-support.ts'
import type { PriceReason } from './priced-cart.ts'
import { lineTotalNetMinor, reasonsExVat } from './net-amounts.ts'

const euro = { digits: 2 } as const
const tenPercent = applied({ code: 'TEN', percentage_discount: 10 })

describe('the price of a cart', () => {
  it('[DEF-06] takes the percentage of the line and rounds the line once', () => {
    const cart = price([line(2, { price: 199 })], [tenPercent])
    expect(cart.sumMinor).toBe(35800)
    expect(cart.sumExVatMinor).toBe(28640)
    expect(cart.lines[0]).toMatchObject({ unitMinor: 19900, beforeUnitMinor: null, lineTotalMinor: 35800 })
    expect(sumOf([line(5, { price: 35 })], [tenPercent])).toBe(158)
    expect(sumOf([line(100, { price: 5 })], [tenPercent])).toBe(450)
    expect(sumOf([line(3, { price: 13 })], [applied({ percentage_discount: 3 })])).toBe(38)
  })

  it('[DEF-06] [CART-21] the line names its deduction, and its unit price stays the list price', () => {
    const [priced] = price([line(5, { price: 35 })], [tenPercent]).lines
    expect(priced).toMatchObject({
      unitMinor: 3500,
      lineTotalMinor: 15800,
      reasons: [{ kind: 'coupon', code: 'TEN', percent: 10, amountMinor: 1700 }],
    })
  })

  it('[DEF-06] is exact for lines beyond the safe integers', () => {
    // 90 000 000.01 × 999, less a third of a percent: the products exceed 2^53.
    const large = line(999, { price: 90_000_000.01, vat: 19 })
    const cart = price([large], [applied({ percentage_discount: 0.33 })], euro)
    expect(cart.sumMinor).toBe(8_961_329_700_996)
  })

  it('[VAT-01] gives the reasons without VAT as differences of the line’s nets', () => {
    const fixed = applied({ code: 'FIXED', fixed_amount: 100 })
    const [priced] = price([line(2, { price: 199 })], [tenPercent, fixed]).lines
    const amounts = (reasons: readonly PriceReason[]) =>
      reasons.map(({ kind, amountMinor }) => [kind, amountMinor])
    expect(amounts(priced!.reasons)).toEqual([
      ['coupon', 4000],
      ['fixed', 10000],
    ])
    // 318.40 − 286.40, then 286.40 − 206.40.
    expect(amounts(reasonsExVat(priced!))).toEqual([
      ['coupon', 3200],
      ['fixed', 8000],
    ])
  })

  it('[DEF-07] takes rewards and fixed amounts off the lines, never below zero', () => {
    const twoAtTwoHundred = () => [line(2, { price: 200 })]
    expect(sumOf(twoAtTwoHundred(), [tenPercent])).toBe(360)
    const codes = [
      tenPercent,
      applied({ code: 'FREE', buy_x: 1, get_y: 1, all_affected_items: [], buyx_free_amount: 60 }),
      applied({ code: 'FIXED', fixed_amount: 100 }),
    ]
    expect(sumOf(twoAtTwoHundred(), codes)).toBe(200)
    expect(sumOf([line(1, { price: 80 })], [applied({ fixed_amount: 100 })])).toBe(0)
  })

  it('[VAT-07] the net of a line divides its total, and with the VAT it is the gross amount', () => {
    const net = (quantity: number, unit: number) =>
      lineTotalNetMinor(price([line(quantity, { price: unit })]).lines[0]!)
    expect(net(3, 99)).toBe(23760)
    expect(net(7, 19)).toBe(10640)
    const cart = price([line(100, { price: 32 })])
    expect(cart).toMatchObject({ sumMinor: 320_000, sumExVatMinor: 256_000, vatMinor: 64_000 })
  })

  it('[VAT-10] VAT is worked out per line after all discounts and added up', () => {
    expect(price([line(1, { price: 1000 })]).vatMinor).toBe(20000)
    expect(price([line(1, { price: 64.9, vat: 19 })], [], euro).vatMinor).toBe(1036)
    const three = () => [1, 2, 3].map(() => line(1, { price: 9.98, vat: 19 }))
    expect(price(three(), [], euro).vatMinor).toBe(477)
    const mixed = price(
      [line(1, { price: 100 }), line(1, { price: 100, vat: 12 })],
      [applied({ fixed_amount: 50 })],
    )
    expect(mixed.lines.map((priced) => priced.netMinor)).toEqual([7500, 7500])
    expect(mixed.vatPerRate).toEqual([
      { vatRateBasisPoints: 2500, grossMinor: 7500, vatMinor: 1500 },
      { vatRateBasisPoints: 1200, grossMinor: 7500, vatMinor: 804 },
    ])
    expect(mixed.vatMinor).toBe(2304)
  })

  it('[TIER-05] the percentage applies to the tier price', () => {
    const five = price([line(5, { tiers: { 1: 100, 5: 90 } })], [tenPercent])
    expect([units(five), five.sumMinor]).toEqual([[90], 5 * 8100])
    const fifteen = applied({ percentage_discount: 15 })
    // 3 × 4.50 less 15 % is 11.475.
    expect(sumOf([line(3, { tiers: { 1: 5, 3: 4.5 }, vat: 19 })], [fifteen], euro)).toBe(11.48)
  })

  it('[TIER-03] a line below its first tier keeps its price', () => {
    expect(units(price([line(2, { price: 60, tiers: { 3: 50 } })]))).toEqual([60])
    expect(units(price([line(3, { price: 60, tiers: { 3: 50 } })]))).toEqual([50])
  })

  it('[EVENT-14] the amount of an event is the discounted gross line', () => {
    expect(price([line(1, { price: 199 })], [tenPercent]).lines[0]!.lineTotalMinor).toBe(17900)
  })

  it('[DEF-15] a fixed amount is spread in proportion and leaves its VAT by rate', () => {
    const oneRate = price(
      [line(1, { price: 100 }), line(1, { price: 200 })],
      [applied({ fixed_amount: 100 })],
    )
    expect(oneRate.lines.map((priced) => priced.deductions[0]!.amountMinor)).toEqual([3333, 6667])
    expect(oneRate.deductions[0]!.amountMinor - oneRate.deductions[0]!.vatMinor).toBe(8000)
    expect(oneRate.sumExVatMinor).toBe(24000 - 8000)
    const noVat = price([line(1, { price: 500, vat: 0 })], [applied({ fixed_amount: 50 })])
    expect(noVat.deductions[0]!.amountMinor - noVat.deductions[0]!.vatMinor).toBe(5000)
  })

  it('gift cards take no coupon and carry no VAT, deposits take no coupon', () => {
    const lines = [
      line(1, { price: 500, giftCard: true }),
      line(1, { price: 7.5, fee: true, vat: 19 }),
      line(1, { price: 100, vat: 19 }),
    ]
    const codes = [
      applied({ code: 'HALF', percentage_discount: 50 }),
      applied({ code: 'BIG', fixed_amount: 1000 }),
    ]
    const cart = price(lines, codes, euro)
    expect(cart.lines.map((priced) => priced.netMinor)).toEqual([50000, 750, 0])
    expect(cart).toMatchObject({ sumMinor: 50750, feesMinor: 750, giftCardsMinor: 50000 })
    expect(cart.lines[0]!.vatMinor).toBe(0)
    expect(cart.vatMinor).toBe(120)
  })

  it('every discount names its reason on the line', () => {
    const lines = [
      line(5, { tiers: { 1: 100, 5: 90 } }),
      line(1, { tiers: { 1: 149 }, ordinaryMinor: minor(19900), campaign: true }),
      line(1, { price: 79, ordinaryMinor: minor(10000), crossSell: true, fixedPrice: true }),
    ]
    const cart = price(lines, [
      tenPercent,
      applied({ code: 'MINUS', discount_label: 'Thanks', fixed_amount: 100 }),
    ])
    expect(cart.lines.map((priced) => priced.reasons.map(({ kind, code }) => [kind, code]))).toEqual([
      [
        ['tier', null],
        ['coupon', 'TEN'],
        ['fixed', 'MINUS'],
      ],
      [
        ['campaign', null],
        ['coupon', 'TEN'],
        ['fixed', 'MINUS'],
      ],
      [
        ['crossSell', null],
        ['coupon', 'TEN'],
        ['fixed', 'MINUS'],
      ],
    ])
    expect(cart.lines[0]!.reasons[0]!.amountMinor).toBe(5000)
    expect(cart.lines[0]!.reasons[1]).toMatchObject({ percent: 10, amountMinor: 4500 })
    expect(cart.lines[1]!.beforeUnitMinor).toBe(19900)
    expect(cart.deductions[0]!.label).toBe('Thanks')
  })

  it('[TIER-01] [DEF-04] a campaign with quantity prices counts each reduction once: the reasons lead from the struck-through price to the charged one', () => {
    const campaign = { tiers: { 1: 37, 5: 35 }, ordinaryMinor: minor(4600), campaign: true }
    const [one, five] = price([line(1, campaign), line(5, campaign)], [tenPercent]).lines
    expect(one!.reasons.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['campaign', 900],
      ['coupon', 400],
    ])
    expect(five!.reasons.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['campaign', 4500],
      ['tier', 1000],
      ['coupon', 1700],
    ])
    for (const { beforeUnitMinor, quantity, lineTotalMinor, reasons } of [one!, five!])
      expect(reasons.reduce<number>((sum, { amountMinor }) => sum + amountMinor, lineTotalMinor)).toBe(
        beforeUnitMinor! * quantity,
      )
  })
})
