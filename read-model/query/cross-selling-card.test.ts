import { expect, it } from 'vitest'
import { cardOf } from '../../test/shop-product.ts'
import { atCrossSellingPrice } from './cross-selling-card.server.ts'

it('[UPSELL-05] beside another product the price per piece or litre is that of the price shown', () => {
  // A pack of four for 63 instead of 79.
  const card = {
    ...cardOf(1, { price: 79, crossSellingPrice: 63 }),
    unit_price: { amount: 19.75, unit: 'piece', cross_selling_amount: 15.75 } as const,
  }
  expect(atCrossSellingPrice(card).unit_price).toMatchObject({ amount: 15.75, unit: 'piece' })
  const litres = { amount: 34.75, unit: 'l', cross_selling_amount: 27.75 } as const
  expect(atCrossSellingPrice({ ...card, unit_price: litres }).unit_price?.amount).toBe(27.75)
  expect(atCrossSellingPrice({ ...card, unit_price: null }).unit_price).toBeNull()
  const usual = { ...cardOf(1, { price: 79 }), unit_price: { amount: 19.75, unit: 'piece' } as const }
  expect(atCrossSellingPrice(usual)).toEqual(usual)
})
