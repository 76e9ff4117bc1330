import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { readPrices } from './decimal-prices.ts'
import { activeTiers, reductionBadge, shownPrice, sortTiers, tierAt, unitPriceAt } from './tiers.ts'
import { grossUnitMinor, showsVat, viewUnitMinor } from './vat-view.ts'
import { stores } from '../stores/stores.ts'

const campaign = { p: 1.49, q: 1, o: 1.99, d: 25 }
const full = { p: 1.99, q: 1 }
const shownOf = (prices: Parameters<typeof readPrices>[0]) => shownPrice(readPrices(prices))
const tier = (quantity: number, unitMinor: number) => ({ quantity, unitMinor: minor(unitMinor) })

describe('price tiers', () => {
  it('[DEF-03] a tier gives current price, struck-through price and badge', () => {
    const shown = shownOf({ n: [campaign] })!
    expect(shown).toEqual({ unitMinor: 149, beforeMinor: 199, reductionPercent: 25 })
    expect(reductionBadge(shown.reductionPercent!, { iso: 'sv-SE' }).replaceAll('\u00A0', ' ')).toBe('−25 %')
    expect(reductionBadge(12.5, { iso: 'sv-SE' }).replaceAll('\u00A0', ' ')).toBe('−12,5 %')
    expect(reductionBadge(12.5, { iso: 'en-IE' }).replaceAll('\u00A0', ' ')).toBe('−12.5 %')
    expect(shownOf({ n: [full] })).toEqual({
      unitMinor: 199,
      beforeMinor: null,
      reductionPercent: null,
    })
    expect(shownOf({ n: [{ p: 1.49, q: 1, o: 1.99 }] })!.reductionPercent).toBe(25)
  })

  it('[DEF-04] [ENTITY-13] campaign tiers replace the normal ones, an empty list leaves them', () => {
    expect(shownOf({ n: [full], c: [campaign] })!.unitMinor).toBe(149)
    expect(shownOf({ n: [full], c: [] })!.unitMinor).toBe(199)
    expect(activeTiers(readPrices({ n: [full] }))).toEqual([
      { quantity: 1, unitMinor: 199, beforeMinor: null, reductionPercent: null },
    ])
  })

  it('[TIER-01] the last tier whose quantity is met gives the unit price', () => {
    const tiers = [tier(1, 100), tier(5, 90), tier(10, 80)]
    const prices = [1, 4, 5, 9, 10, 12].map((quantity) => unitPriceAt(tiers, quantity, minor(0)))
    expect(prices).toEqual([100, 100, 90, 90, 80, 80])
    expect(12 * prices[5]!).toBe(960)
  })

  it('[TIER-02] tiers are selected by quantity, whatever their order', () => {
    const tiers = [tier(1, 100), tier(10, 80), tier(5, 90)]
    expect(tierAt(tiers, 12)!.unitMinor).toBe(80)
    expect(sortTiers(tiers).map(({ quantity }) => quantity)).toEqual([1, 5, 10])
  })

  it('[TIER-03] the price stays where no tier is met', () => {
    expect(unitPriceAt([tier(3, 50)], 2, minor(60))).toBe(60)
    expect(unitPriceAt([tier(3, 50)], 3, minor(60))).toBe(50)
  })

  it('[TIER-05] the percentage applies to the tier price', () => {
    expect(grossUnitMinor(minor(9000), 1000, 0)).toBe(8100)
    expect(grossUnitMinor(minor(450), 1500, 2)).toBe(383)
  })
})

describe('a unit price in the two VAT views', () => {
  it('[VAT-04] without VAT prices round to two decimals', () => {
    const net = (unitMinor: number, percentBasisPoints: number, vatRateBasisPoints: number, digits: 0 | 2) =>
      viewUnitMinor({ unitMinor: minor(unitMinor), percentBasisPoints, vatRateBasisPoints, digits }, false)
    expect(net(999, 0, 1900, 2)).toBe(839)
    // 49 less 15 % is 41.65, charged as 42.
    expect(net(4900, 1500, 2500, 0)).toBe(3360)
  })

  it('[VAT-05] with VAT prices round to the digits of the currency', () => {
    expect(grossUnitMinor(minor(19950), 0, 0)).toBe(20000)
    expect(grossUnitMinor(minor(19949), 0, 0)).toBe(19900)
    // 9.994 and 9.995 euro result from a percentage: 19.988 and 19.99 at half price.
    expect(grossUnitMinor(minor(99940), 9900, 2)).toBe(999)
    expect(grossUnitMinor(minor(1999), 5000, 2)).toBe(1000)
  })

  it('[CARD-04] [DEF-06] a discounted price is the total of one unit, without VAT its net', () => {
    const unit = {
      unitMinor: minor(19900),
      percentBasisPoints: 1000,
      vatRateBasisPoints: 2500,
      digits: 0,
    } as const
    expect(viewUnitMinor(unit, true)).toBe(17900)
    expect(viewUnitMinor(unit, false)).toBe(14320)
  })

  it('[VAT-08] a stored ex flag is ignored where the store has no ex view', () => {
    expect(showsVat(false, stores.de)).toBe(true)
    expect(showsVat(false, stores.sv)).toBe(false)
    expect(showsVat(true, stores.sv)).toBe(true)
  })
})
