import { expect, it } from 'vitest'
import { cardOf } from '../../test/shop-product.ts'
import { atCrossSellingPrice } from './cross-selling-card.server.ts'

it('[UPSELL-05] beside another product the price per piece is that of the price shown', () => {
  // A pack of four for 63 instead of 79.
  const card = {
    ...cardOf(1, { price: 79, crossSellingPrice: 63 }),
    unit_price: { amount: 19.75, unit: 'piece' } as const,
  }
  expect(atCrossSellingPrice(card).unit_price).toEqual({ amount: 15.75, unit: 'piece' })
  expect(atCrossSellingPrice({ ...card, unit_price: null }).unit_price).toBeNull()
  const usual = { ...card, cross_selling_price: null }
  expect(atCrossSellingPrice(usual)).toEqual(usual)
})
