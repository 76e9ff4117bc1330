import { describe, expect, it } from 'vitest'
import type { CartItem } from '../../contract/cart.ts'
import { addedProduct } from './added-product.test-support.ts'
import { cartItemOf } from './cart-item.ts'
import { stores } from '../../domain/stores/stores.ts'
import { compare } from './store-changes.ts'

const line = (sku: string, price: number, more: Partial<CartItem> = {}): CartItem => {
  const product = addedProduct(price, { sku, name: `Batterie ${sku}`, slug: sku, vat: 19 })
  return { uuid: sku, ...cartItemOf(product, 1), ...more }
}

describe('a change of store', () => {
  it('[CART-20] lists every line that has another price or is not sold there', () => {
    const before = [line('A', 89.9), line('B', 12), line('C', 5)]
    const after = [line('A', 899, { name: 'Batteri A' }), line('C', 5)]
    expect(compare(before, stores.de, after, stores.sv)).toEqual([
      { sku: 'A', name: 'Batteri A', from: '89,90\u00a0€', to: '899\u00a0kr' },
      { sku: 'B', name: 'Batterie B', from: '12,00\u00a0€', to: null },
      { sku: 'C', name: 'Batterie C', from: '5,00\u00a0€', to: '5\u00a0kr' },
    ])
  })

  it('[CART-20] names the currencies where both are written alike: 35 Norwegian kroner are not 35 Swedish', () => {
    const before = [line('A', 35), line('B', 899)]
    const after = [line('A', 35), line('B', 939.5)]
    expect(compare(before, stores.sv, after, stores.no)).toEqual([
      { sku: 'A', name: 'Batterie A', from: '35\u00a0SEK', to: '35\u00a0NOK' },
      { sku: 'B', name: 'Batterie B', from: '899\u00a0SEK', to: '939,50\u00a0NOK' },
    ])
    expect(compare([line('A', 25)], stores.da, [line('A', 35)], stores.sv)).toEqual([
      { sku: 'A', name: 'Batterie A', from: '25\u00a0DKK', to: '35\u00a0SEK' },
    ])
  })

  it('[CART-20] leaves out a deposit or a gift, which the shop adds itself', () => {
    const before = [line('P', 7.5, { fee: 'deposit' }), line('G', 0, { added_by_coupon: 'GIFT' })]
    expect(compare(before, stores.de, [], stores.sv)).toEqual([])
  })
})
