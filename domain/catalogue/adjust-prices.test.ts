import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { centEndings, toPriceEnding, wholeEndings } from '../money/price-ending.ts'
import { adjustPrices, type Adjustment, type PriceAdjustment } from './adjust-prices.ts'

const prices = (...amounts: number[]) => ({
  normal: amounts.map((amount, index) => ({ minQuantity: 1 + index * 9, priceMinor: minor(amount) })),
  campaign: null,
})
const to = (by: Adjustment, more: Partial<PriceAdjustment> = {}): PriceAdjustment => ({
  field: 'normal',
  by,
  rounds: false,
  period: { startsAt: null, endsAt: null },
  ...more,
})
const off = (percent: number): Adjustment => ({ how: 'percent', ofBasisPoints: 10_000 - percent * 100 })

describe('a bulk change of prices', () => {
  it('takes a percentage or an amount off every quantity', () => {
    expect(adjustPrices(prices(10_000, 9_000), to(off(15)), wholeEndings)).toEqual(prices(8_500, 7_650))
    expect(
      adjustPrices(prices(10_000, 9_000), to({ how: 'amount', byMinor: minor(-500) }), wholeEndings),
    ).toEqual(prices(9_500, 8_500))
  })

  it('rounds to the endings of the store', () => {
    expect(adjustPrices(prices(19_900), to(off(15), { rounds: true }), wholeEndings)).toEqual(prices(16_900))
    expect(adjustPrices(prices(1_299), to(off(15), { rounds: true }), centEndings)).toEqual(prices(1_099))
    expect(toPriceEnding(minor(3), centEndings)).toBe(9)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(wholeEndings, centEndings),
        (n, endings) => {
          const rounded = toPriceEnding(minor(n), endings)
          expect(rounded).toBeGreaterThan(0)
          expect(toPriceEnding(rounded, endings)).toBe(rounded)
        },
      ),
    )
  })

  it('refuses what is no price, and a price for products that have several', () => {
    expect(adjustPrices(prices(400), to({ how: 'amount', byMinor: minor(-500) }), wholeEndings)).toBe(
      'not_above_zero',
    )
    expect(adjustPrices(prices(), to(off(10)), wholeEndings)).toBe('no_unit_price')
    expect(adjustPrices(prices(900, 800), to({ how: 'set', priceMinor: minor(500) }), wholeEndings)).toBe(
      'has_tiers',
    )
    expect(adjustPrices(prices(), to({ how: 'set', priceMinor: minor(500) }), wholeEndings)).toEqual(
      prices(500),
    )
  })

  it('starts a campaign below the normal prices, and ends one', () => {
    const period = { startsAt: '2026-11-27T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' }
    const campaign = to(off(20), { field: 'campaign', period })
    const reduced = adjustPrices(prices(10_000), campaign, wholeEndings)
    expect(reduced).toEqual({
      ...prices(10_000),
      campaign: { tiers: prices(8_000).normal, ...period },
    })
    expect(adjustPrices(prices(10_000), { ...campaign, by: off(0) }, wholeEndings)).toBe('campaign_not_lower')
    expect(adjustPrices(reduced as never, to(off(0), { field: 'end' }), wholeEndings)).toEqual(prices(10_000))
  })
})
