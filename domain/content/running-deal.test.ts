import { expect, it } from 'vitest'
import type { ProductCard } from '../../contract/catalogue.ts'
import { runningDeal } from './running-deal.ts'
import { toProductId } from '../products/product-id.ts'

const deal = {
  title: 'Veckans laddning',
  productId: toProductId(7),
  productName: 'AA',
  productSlug: 'aa',
  discount: 50,
  startsAt: '2026-11-22T00:00:00Z',
  expiresAt: '2026-11-24T00:00:00Z',
}
const running = Date.parse('2026-11-23T00:00:00Z')
const reduced = {
  prices: { n: [{ q: 1, p: 100 }], c: [{ q: 1, p: 85, o: 100, d: 15 }] },
  lowest_30_days: 100,
}
const ordinary = { prices: { n: [{ q: 1, p: 100 }], c: [] }, lowest_30_days: null }

/** The announced deal at a time, for a given state of its product in the catalogue. */
function announced(card: object | null, now = running) {
  const productsById = () => (card ? [{ id: 7, ...card } as ProductCard] : [])
  return runningDeal(deal, { productsById }, 'sv', now)
}

it('[DEAL-02] a deal announces its reduction against the lowest price of 30 days, not the entered percentage', () => {
  expect(announced(reduced)).toMatchObject({ deal: { title: deal.title, discount: 15 }, lowest30Days: 100 })
})

it('[DEAL-01] [DEAL-02] a deal that is not running, or whose product is not reduced or not sold, announces nothing', () => {
  expect(announced(reduced, Date.parse(deal.expiresAt))).toBeNull()
  expect(announced(reduced, Date.parse(deal.startsAt) - 1)).toBeNull()
  expect(announced(ordinary)).toBeNull()
  expect(announced(null)).toBeNull()
})
