import { describe, expect, it } from 'vitest'
import { product, whole } from '../cart/cart-line.test-support.ts'
import { cartLine } from '../cart/cart-line.ts'
import type { Minor } from '../money/money.ts'
import { priceCart } from './price-cart.ts'
import { promisedTiers, promisedUnitMinor } from './promised-price.ts'
import type { PriceTier, Prices, Tier } from './tiers.ts'

const tier = (quantity: number, unitMinor: Minor): PriceTier => ({
  quantity,
  unitMinor,
  beforeMinor: null,
  reductionPercent: null,
})

const state = {
  stockStatus: null,
  estimatedAt: null,
  notice: null,
  loweredTo: null,
  orderable: true,
  allocations: [],
  startersPerUnit: 0,
  packed: null,
}

function renewed(prices: Prices, promised: readonly Tier[], quantity = 1, customerPercent = 0) {
  const goods = product(1, whole(100), { prices, discountCategory: 'D' })
  const line = cartLine(
    goods,
    { uuid: 'u', quantity, renewalPrices: promised },
    { subscriptionInterval: '1 month' },
    state,
  )
  const [priced] = priceCart({
    lines: [line],
    digits: 0,
    customerDiscounts: customerPercent ? { D: customerPercent } : {},
  }).lines
  return { line, priced: priced! }
}

const promised = [
  { quantity: 1, unitMinor: whole(100) },
  { quantity: 10, unitMinor: whole(80) },
]

describe('the price of a renewal', () => {
  it('[SUBS-01] is the promised one where the price of the day is higher, and says why', () => {
    const { line, priced } = renewed({ normal: [tier(1, whole(130))], campaign: [] }, promised, 2)
    expect(priced.unitMinor).toBe(whole(100))
    expect(priced.reasons).toEqual([
      { kind: 'subscription', code: null, percent: null, amountMinor: whole(60) },
    ])
    expect(line.promisedPrices).toBeNull()
  })

  it('is the price of the day where that is lower, also in a campaign', () => {
    expect(renewed({ normal: [tier(1, whole(90))], campaign: [] }, promised).priced.unitMinor).toBe(whole(90))
    const campaign = { normal: [tier(1, whole(130))], campaign: [tier(1, whole(70))] }
    const { priced } = renewed(campaign, promised)
    expect(priced.unitMinor).toBe(whole(70))
    expect(priced.reasons.map(({ kind }) => kind)).toEqual(['campaign'])
  })

  it('is compared for the renewed quantity: fewer units lose the promised tier', () => {
    const today = { normal: [tier(1, whole(200))], campaign: [] }
    expect(renewed(today, promised, 10).priced.unitMinor).toBe(whole(80))
    expect(renewed(today, promised, 9).priced.unitMinor).toBe(whole(100))
  })

  it('takes the customer’s percentage as any other price', () => {
    const { priced } = renewed({ normal: [tier(1, whole(130))], campaign: [] }, promised, 1, 10)
    expect(priced.lineTotalMinor).toBe(whole(90))
  })

  it('promises the ordinary prices of the first day, not those of a campaign', () => {
    const prices = { normal: [tier(1, whole(130)), tier(5, whole(120))], campaign: [tier(1, whole(70))] }
    expect(promisedTiers(prices)).toEqual([
      { quantity: 1, unitMinor: whole(130) },
      { quantity: 5, unitMinor: whole(120) },
    ])
    expect(promisedUnitMinor(promisedTiers(prices), 7)).toBe(whole(120))
    expect(promisedUnitMinor([], 1)).toBeNull()
  })
})
