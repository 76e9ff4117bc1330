import { minor } from '../../domain/money/money.ts'
import { describe, expect, it } from 'vitest'
import { stores } from '../../domain/stores/stores.ts'
import { clampQuantity } from '../../domain/cart/cart-quantity.ts'
import type { CartItem } from '../../contract/cart.ts'
import { addedProduct } from './added-product.test-support.ts'
import { cartItemOf } from './cart-item.ts'
import { minimumOrder, minimumOrderSumMinor } from '../../domain/cart/minimum-order.ts'
import { priceCartItems } from './price-cart-items.ts'

let made = 0
function item(price: number, quantity = 1, more: Partial<CartItem> = {}): CartItem {
  const id = ++made
  const product = addedProduct(price, { id, sku: `S${id}`, name: 'Batteri', slug: 'batteri' })
  return { ...cartItemOf(product, quantity), uuid: `u${id}`, ...more }
}

const percent = (percentage_discount: number) => ({ code: 'CODE', applied: true, percentage_discount })

describe('quantities', () => {
  it('[VALID-10] are clamped to 1–5000, and an invalid number becomes 1', () => {
    expect([0, -4, 5000, 5001, 'abc', '', '12', null].map(clampQuantity)).toEqual([
      1, 1, 5000, 5000, 1, 1, 12, 1,
    ])
  })
})

describe('the minimum order', () => {
  it('allows checkout at the minimum, not below', () => {
    expect(minimumOrder(minor(9800), minor(9900)).reached).toBe(false)
    expect(minimumOrder(minor(9900), minor(9900)).reached).toBe(true)
  })

  it('[MINORD-02] returns the progress and the missing amount', () => {
    expect(minimumOrder(minor(4950), minor(9900))).toMatchObject({
      percent: 50,
      missingMinor: 4950,
      shown: true,
    })
    expect(minimumOrder(minor(12000), minor(9900))).toMatchObject({ percent: 100, missingMinor: 0 })
    expect(minimumOrder(minor(0), minor(0))).toMatchObject({ percent: 100, reached: true, shown: false })
  })

  it('[MINORD-03] each store has its own', () => {
    const minimum = (code: 'sv' | 'no' | 'da' | 'de') => [
      stores[code].minimumOrderMinor,
      stores[code].currency,
    ]
    expect(minimum('sv')).toEqual([9900, 'SEK'])
    expect(minimum('no')).toEqual([9900, 'NOK'])
    expect(minimum('da')).toEqual([7900, 'DKK'])
    expect(minimum('de')).toEqual([1000, 'EUR'])
  })

  it('[MINORD-04] compares the gross sum after discounts, in both VAT views', () => {
    const reached = (price: number, coupons: ReturnType<typeof percent>[]) => {
      const cart = priceCartItems([item(price)], { coupons, store: stores.sv })
      return minimumOrder(minimumOrderSumMinor(cart), stores.sv.minimumOrderMinor).reached
    }
    expect(reached(110, [percent(20)])).toBe(false)
    expect(reached(125, [])).toBe(true)
    expect(priceCartItems([item(98)], { store: stores.sv }).sumExVatMinor).toBeLessThan(9900)
    expect(reached(98, [])).toBe(false)
    expect(reached(99, [])).toBe(true)
  })
})

describe('pricing the lines of a cart', () => {
  it('[DEF-01] [DEF-06] converts the API’s major units and prices them to the öre', () => {
    const cart = priceCartItems([item(199, 2)], { coupons: [percent(10)], store: stores.sv })
    expect(cart.sumMinor).toBe(35800)
    expect(cart.sumExVatMinor).toBe(28640)
  })

  it('[COUPON-44] [ENTITY-12] recognises gift cards, fees and coupon lines by their fields', () => {
    const items = [
      item(500, 1, { type: 4 }),
      item(7.5, 1, { fee: 'deposit' }),
      item(10, 1, { added_by_coupon: 'GIFT' }),
    ]
    const cart = priceCartItems(items, { coupons: [percent(50)], store: stores.de })
    expect(cart.lines.map(({ kind, netMinor }) => [kind, netMinor])).toEqual([
      ['giftCard', 50000],
      ['fee', 750],
      ['goods', 1000],
    ])
    expect(minimumOrderSumMinor(cart)).toBe(51000)
  })

  it('[TIER-01] prices a line by the tier of its quantity', () => {
    const five = item(100, 5, {
      pricing: [
        { q: 1, p: 100 },
        { q: 5, p: 90 },
      ],
    })
    const cart = priceCartItems([five], { store: stores.sv })
    expect(cart.lines[0]!.unitMinor).toBe(9000)
    expect(cart.sumMinor).toBe(45000)
  })
})
