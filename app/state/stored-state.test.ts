import { describe, expect, it } from 'vitest'
import { addedProduct } from './added-product.test-support.ts'
import { cartItemOf } from './cart-item.ts'
import { emptyCart } from './cart-state.ts'
import { noDiscounts } from '../../domain/coupons/no-discounts.ts'
import { isCartItem, readHistory, readStoredState } from './stored-state.ts'

const product = {
  id: 1,
  sku: 'A',
  name: 'AA',
  slug: 'aa',
  prices: { n: [{ p: 19.5, q: 1, o: null, d: 0 }], c: [] },
  vat: 25,
}
const line = { uuid: 'u-1', ...cartItemOf(addedProduct(19.5, product), 2) }

describe('the stored browser state', () => {
  it('is restored unchanged', () => {
    const cart = {
      ...emptyCart(),
      items: [line],
      checkoutID: 'c',
      postalCode: '11251',
      pricedFor: 'no' as const,
    }
    const stored = {
      cart,
      discount: noDiscounts(),
      auth: { strategy: 'order', user: null },
      history: readHistory({}),
    }
    expect(readStoredState(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it('counts as empty if it is not an object', () => {
    for (const stored of [null, undefined, 'x', 7, true]) expect(readStoredState(stored)).toBeNull()
  })

  it('loses only malformed parts', () => {
    const state = readStoredState({
      cart: { items: [line, null, 'x', { ...line, quantity: 0 }], checkoutID: 7, pricedFor: 'fi', vat: 'no' },
      discount: { items: [{ code: 3 }], rejected: [], global: 0 },
      auth: 'x',
      history: { items: [{ sku: 'A' }] },
    })
    expect(state).toEqual({
      cart: { ...emptyCart(), items: [line] },
      discount: noDiscounts(),
      auth: { strategy: 'account', user: null },
      history: readHistory({}),
    })
  })

  it('contains no line that could not be priced', () => {
    const broken = [
      { price: -1 },
      { price: 'x' },
      { price: 1.005 },
      { ordinary_price: null },
      { vat: Number.NaN },
      { quantity: 1.5 },
      { quantity: 5001 },
      { pricing: [{ q: 0, p: 1 }] },
      { pricing: null },
      { uuid: '' },
      { product_id: '1' },
      { categories: {} },
    ]
    expect(isCartItem(line)).toBe(true)
    for (const part of broken) expect([part, isCartItem({ ...line, ...part })]).toEqual([part, false])
  })
})
