import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { stores } from '../stores/stores.ts'
import { roundStored, type PriceRow, type StoredProductPrices } from './stored-rounding.ts'

const row = (kind: PriceRow['kind'], minQuantity: number, price: number, before?: number): PriceRow => ({
  kind,
  minQuantity,
  priceMinor: minor(Math.round(price * 100)),
  beforeMinor: before === undefined ? null : minor(Math.round(before * 100)),
  startsAt: null,
  endsAt: null,
})
const stored = (...rows: PriceRow[]): StoredProductPrices => ({ rows, plans: [], crossSellingMinor: null })
const outcomesOf = (prices: StoredProductPrices) =>
  roundStored(prices, stores.sv).roundings.map(
    ({ source, minQuantity, formerMinor, roundedMinor, outcome }) =>
      [source, minQuantity, formerMinor, roundedMinor, outcome].join(' '),
  )

describe('stored prices with more digits than their currency', () => {
  it('are rounded, with the prices that campaigns strike through', () => {
    const prices = stored(row('normal', 1, 12.9), row('normal', 10, 10.2), row('campaign', 1, 9.4, 12.9))
    expect(roundStored(prices, stores.sv)).toMatchObject({
      rows: [row('normal', 1, 13), row('normal', 10, 10), row('campaign', 1, 9, 13)],
    })
    expect(outcomesOf(prices)).toEqual([
      'normal 1 1290 1300 rounded',
      'normal 10 1020 1000 rounded',
      'campaign 1 940 900 rounded',
    ])
  })

  it('are withheld where the price of a unit becomes nothing, with the campaign', () => {
    const prices = stored(row('normal', 1, 0.45), row('normal', 10, 0.4), row('campaign', 1, 0.3, 0.45))
    expect(roundStored(prices, stores.sv).rows).toEqual([])
    expect(outcomesOf(prices)).toEqual([
      'normal 1 45  withheld',
      'normal 10 40  withheld',
      'campaign 1 30  withheld',
    ])
    // Only a larger quantity.
    const sold = stored(row('normal', 1, 0.9), row('normal', 10, 0.4))
    expect(roundStored(sold, stores.sv).rows).toEqual([row('normal', 1, 1)])
    expect(outcomesOf(sold)).toEqual(['normal 1 90 100 rounded', 'normal 10 40  withheld'])
  })

  it('end a campaign that is no longer lower, now or for later, and keep one that never was', () => {
    const campaign = stored(row('normal', 1, 12.9), row('campaign', 1, 12.6, 12.9), row('campaign', 5, 9))
    expect(roundStored(campaign, stores.sv).rows).toEqual([row('normal', 1, 13)])
    expect(outcomesOf(campaign)).toEqual([
      'normal 1 1290 1300 rounded',
      'campaign 1 1260  ended',
      'campaign 5 900  ended',
    ])
    const plan = (price: number) => ({
      tiers: [{ minQuantity: 1, priceMinor: minor(price) }],
      startsAt: '2037-01-01T00:00:00.000Z',
      endsAt: null,
      takesOver: false,
    })
    const later = { ...stored(row('normal', 1, 12.9)), plans: [plan(1260), plan(1140), plan(30)] }
    expect(roundStored(later, stores.sv).plans).toEqual([plan(1100)])
    expect(outcomesOf(later)).toEqual([
      'normal 1 1290 1300 rounded',
      'planned 1 1260  ended',
      'planned 1 1140 1100 rounded',
      'planned 1 30  ended',
    ])
    const dearer = stored(row('normal', 1, 12.9), row('campaign', 1, 14.9))
    expect(roundStored(dearer, stores.sv).rows).toEqual([row('normal', 1, 13), row('campaign', 1, 15)])
  })

  it('lose a tier that would be the price of a smaller quantity', () => {
    expect(outcomesOf(stored(row('normal', 1, 12.9), row('normal', 10, 12.6)))).toEqual([
      'normal 1 1290 1300 rounded',
      'normal 10 1260  merged',
    ])
  })

  it('round the price beside another product, or remove it', () => {
    const beside = (price: number) => ({ ...stored(row('normal', 1, 20)), crossSellingMinor: minor(price) })
    expect(outcomesOf(beside(1250))).toEqual(['cross_selling 1 1250 1300 rounded'])
    expect(outcomesOf(beside(40))).toEqual(['cross_selling 1 40  withheld'])
  })

  it('are the same after a second rounding, and in a currency with two digits', () => {
    const amounts = fc.integer({ min: 1, max: 3000 })
    const rows = fc
      .record({ normal: fc.array(amounts, { maxLength: 3 }), campaign: fc.array(amounts, { maxLength: 3 }) })
      .map(({ normal, campaign }) => [
        ...normal.map((amount, index) => row('normal', 1 + index * 5, amount / 100)),
        ...campaign.map((amount, index) => row('campaign', 1 + index * 5, amount / 100)),
      ])
    fc.assert(
      fc.property(rows, (given) => {
        const once = roundStored(stored(...given), stores.sv)
        expect(once.rows.every(({ priceMinor }) => priceMinor % 100 === 0 && priceMinor > 0)).toBe(true)
        expect(roundStored(stored(...once.rows), stores.sv)).toMatchObject({ rows: once.rows, roundings: [] })
        expect(roundStored(stored(...given), stores.de)).toMatchObject({ rows: given, roundings: [] })
      }),
    )
  })
})
