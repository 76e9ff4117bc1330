import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { stores } from '../stores/stores.ts'
import { isLowerCampaign, roundListPrice, roundPrices, roundedText, roundsToNothing } from './list-price.ts'
import type { ProductPrices, StoredTier } from './product-prices.ts'

const tiers = (...pairs: [quantity: number, price: number][]): StoredTier[] =>
  pairs.map(([minQuantity, price]) => ({ minQuantity, priceMinor: minor(Math.round(price * 100)) }))

const prices = (normal: StoredTier[], campaign: StoredTier[] | null = null): ProductPrices => ({
  normal,
  campaign: campaign && { tiers: campaign, startsAt: null, endsAt: null },
})

const { sv, de } = stores

describe('a list price', () => {
  it('has the digits of its currency, and says what it was', () => {
    expect(roundListPrice(minor(1290), sv)).toBe(1300)
    expect(roundListPrice(minor(1250), stores.no)).toBe(1300)
    expect(roundListPrice(minor(1249), stores.da)).toBe(1200)
    expect(roundListPrice(minor(1290), de)).toBe(1290)
    expect(roundedText({ formerMinor: minor(1290), roundedMinor: minor(1300) }, sv)).toBe('12.90 → 13 kr')
  })

  it('is nothing below half of the smallest unit, but where it was given as nothing', () => {
    expect(roundsToNothing(minor(45), sv)).toBe(true)
    expect(roundsToNothing(minor(50), sv)).toBe(false)
    expect(roundsToNothing(minor(0), sv)).toBe(false)
    expect(roundsToNothing(minor(1), de)).toBe(false)
  })
})

describe('all prices of a product', () => {
  it('name each price that was rounded', () => {
    expect(roundPrices(prices(tiers([1, 12.9], [10, 11])), sv)).toEqual({
      ok: true,
      prices: prices(tiers([1, 13], [10, 11])),
      rounded: [{ kind: 'normal', minQuantity: 1, formerMinor: 1290, roundedMinor: 1300 }],
    })
  })

  it('stay as they are where they have the digits already, also where they are odd', () => {
    const odd = prices(tiers([1, 13], [10, 13], [20, 14]), tiers([1, 15]))
    expect(roundPrices(odd, sv)).toEqual({ ok: true, prices: odd, rounded: [] })
    const euro = prices(tiers([1, 12.9], [10, 12.89]), tiers([1, 12.6]))
    expect(roundPrices(euro, de)).toEqual({ ok: true, prices: euro, rounded: [] })
  })

  it('lose a tier that costs the same as a smaller quantity', () => {
    const { ok, ...answer } = roundPrices(prices(tiers([1, 12.9], [10, 12.6], [50, 12.4])), sv)
    expect(ok).toBe(true)
    expect(answer).toMatchObject({ prices: prices(tiers([1, 13], [50, 12])) })
  })

  it('are refused where one becomes nothing', () => {
    const refused = { ok: false, code: 'rounds_to_nothing' }
    expect(roundPrices(prices(tiers([1, 0.45])), sv)).toMatchObject(refused)
    expect(roundPrices(prices(tiers([1, 0.9], [100, 0.4])), sv)).toMatchObject(refused)
    expect(roundPrices(prices(tiers([1, 13]), tiers([1, 0.3])), sv)).toMatchObject(refused)
    expect(roundPrices(prices(tiers([1, 0.45])), de)).toMatchObject({ ok: true })
  })

  it('are refused where the campaign is no longer lower', () => {
    expect(roundPrices(prices(tiers([1, 12.9]), tiers([1, 12.6])), sv)).toMatchObject({
      ok: false,
      code: 'campaign_not_lower',
    })
    expect(roundPrices(prices(tiers([1, 12.9]), tiers([1, 12.4])), sv)).toMatchObject({
      ok: true,
      prices: prices(tiers([1, 13]), tiers([1, 12])),
    })
  })

  it('are whole after rounding, never rise with the quantity where they did not, and round to themselves', () => {
    const falling = fc
      .uniqueArray(fc.integer({ min: 50, max: 5000 }), { minLength: 1, maxLength: 5 })
      .map((amounts) =>
        amounts
          .toSorted((a, b) => b - a)
          .map((priceMinor, index) => ({ minQuantity: index * 10 + 1, priceMinor: minor(priceMinor) })),
      )
    fc.assert(
      fc.property(falling, falling, (normal, campaign) => {
        const given = prices(normal, campaign)
        const answer = roundPrices(given, sv)
        if (!answer.ok) {
          expect(answer.code).toBe('campaign_not_lower')
          return
        }
        const all = [answer.prices.normal, answer.prices.campaign!.tiers]
        for (const each of all) {
          expect(each[0]!.minQuantity).toBe(1)
          expect(each.every(({ priceMinor }) => priceMinor % 100 === 0 && priceMinor > 0)).toBe(true)
          each.slice(1).forEach((tier, index) => {
            expect(tier.priceMinor).toBeLessThanOrEqual(each[index]!.priceMinor)
          })
        }
        if (isLowerCampaign(normal, given.campaign!))
          expect(isLowerCampaign(answer.prices.normal, answer.prices.campaign!)).toBe(true)
        expect(roundPrices(answer.prices, sv)).toEqual({ ok: true, prices: answer.prices, rounded: [] })
      }),
    )
  })
})
