import { expect, it } from 'vitest'
import { toMinor } from '../money/money.ts'
import { marginOf } from './margin.ts'

const tier = (minQuantity: number, price: number) => ({ minQuantity, priceMinor: toMinor(price) })
const costing = (cost: number) => ({ vatRateBasisPoints: 2500, costMinor: toMinor(cost) })

it('takes VAT and cost off the normal price', () => {
  const prices = { normal: [tier(1, 125)], campaign: null }
  expect(marginOf(prices, costing(60))).toEqual({ basisPoints: 4000, isBelowCost: false })
  expect(marginOf(prices, costing(100))).toEqual({ basisPoints: 0, isBelowCost: false })
  expect(marginOf(prices, costing(110))).toEqual({ basisPoints: -1000, isBelowCost: true })
})

it('is that of the campaign where there is one', () => {
  const campaign = { tiers: [tier(1, 100)], startsAt: null, endsAt: null }
  expect(marginOf({ normal: [tier(1, 125)], campaign }, costing(60))).toEqual({
    basisPoints: 2500,
    isBelowCost: false,
  })
})

it('names a price of larger quantities that is below the cost', () => {
  const prices = { normal: [tier(1, 125), tier(50, 70)], campaign: null }
  expect(marginOf(prices, costing(60))).toEqual({ basisPoints: 4000, isBelowCost: true })
})

it('is not known without a price', () => {
  expect(marginOf({ normal: [], campaign: null }, costing(60))).toEqual({
    basisPoints: null,
    isBelowCost: false,
  })
})
