import { minor } from '../../domain/money/money.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CartItem } from '../../contract/cart.ts'
import { addedProduct, tier } from './added-product.test-support.ts'
import { cartItemOf } from './cart-item.ts'
import type { CouponEntity } from '../../domain/coupons/coupon.ts'
import { stores } from '../../domain/stores/stores.ts'
import { brandOf, trackCartChange, trackCheckout, trackPurchase } from './shop-events.ts'
import { useShopState } from './shop-state.ts'
import { noDiscounts } from '../../domain/coupons/no-discounts.ts'

interface Pushed {
  event: string
  ecommerce: {
    items: { item_id: string; price: number; quantity: number }[]
    value: number
    currency: string
  }
}

const pushed = () => (window.dataLayer ?? []).slice(1) as Pushed[]

const product = addedProduct(199, { prices: { n: [tier(1, 199), tier(5, 150)], c: [] } })
const line = (quantity: number): CartItem => ({ uuid: 'u-1', ...cartItemOf(product, quantity) })
const tenPercent = { code: 'TIO', applied: true, percentage_discount: 10 } as CouponEntity

describe('shop events', () => {
  beforeEach(() => {
    vi.stubGlobal('window', {})
    useShopState.setState({ discount: noDiscounts() })
    return () => vi.unstubAllGlobals()
  })

  it('[EVENT-14] contain gross amounts in the currency of the store, after discounts', () => {
    useShopState.setState({ discount: { ...noDiscounts(), items: [tenPercent], global: 10 } })
    trackCartChange(stores.sv, [], [line(1)])
    expect(pushed()).toMatchObject([
      {
        event: 'add_to_cart',
        ecommerce: { currency: 'SEK', value: 179, items: [{ item_id: 'A', price: 179 }] },
      },
    ])
  })

  it('[EVENT-04] contain the quantity added, at the price of the cart it is in', () => {
    trackCartChange(stores.sv, [line(2)], [line(5)])
    expect(pushed()).toMatchObject([
      { event: 'add_to_cart', ecommerce: { value: 450, items: [{ price: 150, quantity: 3 }] } },
    ])
  })

  it('[EVENT-05] contain the quantity removed, of a line that stays and of one that goes', () => {
    trackCartChange(stores.sv, [line(5)], [line(3)])
    trackCartChange(stores.sv, [line(3)], [])
    expect(pushed()).toMatchObject([
      { event: 'remove_from_cart', ecommerce: { value: 300, items: [{ price: 150, quantity: 2 }] } },
      { event: 'remove_from_cart', ecommerce: { value: 597, items: [{ price: 199, quantity: 3 }] } },
    ])
  })

  it('[EVENT-14] give each unit its share of the line, and the value of the line', () => {
    useShopState.setState({ discount: { ...noDiscounts(), items: [tenPercent], global: 10 } })
    const five = { ...line(5), price: 35, ordinary_price: 35, pricing: [{ q: 1, p: 35 }] }
    trackCartChange(stores.sv, [], [five])
    expect(pushed()).toMatchObject([
      {
        event: 'add_to_cart',
        ecommerce: { value: 158, items: [{ price: 31.6, discount: 3.4, quantity: 5 }] },
      },
    ])
  })

  it('are not pushed if nothing changed', () => {
    trackCartChange(stores.sv, [line(5)], [line(5)])
    expect(window.dataLayer).toBeUndefined()
  })

  it('[EVENT-02] track a checkout once, with all its lines and codes', () => {
    useShopState.setState({ discount: { ...noDiscounts(), items: [tenPercent], global: 10 } })
    const checkout = { id: 'c-1', items: [line(1)], sum: 179 }
    trackCheckout(stores.sv, checkout)
    trackCheckout(stores.sv, checkout)
    expect(pushed()).toMatchObject([
      { event: 'begin_checkout', ecommerce: { value: 179, coupon: 'TIO', items: [{ item_id: 'A' }] } },
    ])
  })

  it('[EVENT-03] track an order once, with its totals, when the server says that this view is the first', async () => {
    const order = {
      number: 'S1001',
      lines: [
        {
          sku: 'A',
          name: 'AA',
          quantity: 2,
          unitMinor: minor(999),
          beforeUnitMinor: null,
          lineTotalMinor: minor(1698),
          reasons: [{ code: 'X' }, { code: null }],
        },
      ],
      deductions: [{ code: 'X' }, { code: 'Y' }],
      shipping: { priceMinor: minor(495) },
      sumMinor: minor(1598),
      vatPerRate: [{ vatMinor: minor(255) }, { vatMinor: minor(79) }],
    }
    const answers = [503, true, false]
    const asked: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address)
      const answer = answers.shift()
      return Promise.resolve(
        typeof answer === 'number'
          ? new Response(null, { status: answer })
          : Response.json({ is_first: answer }),
      )
    })
    for (let view = 0; view < 3; view += 1) await trackPurchase(stores.de, 'token', order)
    expect(asked[0]).toBe('/api/orders/confirmation/token/purchase-event?locale=de&sid=9')
    expect(pushed()).toEqual([
      {
        event: 'purchase',
        ecommerce: {
          transaction_id: 'S1001',
          currency: 'EUR',
          value: 15.98,
          tax: 3.34,
          shipping: 4.95,
          coupon: 'X,Y',
          items: [{ item_id: 'A', item_name: 'AA', price: 8.49, discount: 1.5, quantity: 2 }],
        },
        _clear: true,
      },
    ])
  })

  it('[ENTITY-07] take the brand from the attribute the store names', () => {
    const facts = [{ code: 'maker', name: 'Maker', value: 'Acme' }]
    const brand = { name: 'Varta', slug: 'varta' }
    expect(brandOf({ brand, facts }, { brandAttribute: 'brand' })).toBe('Varta')
    expect(brandOf({ brand, facts }, { brandAttribute: 'maker' })).toBe('Acme')
    expect(brandOf({ brand, facts }, { brandAttribute: 'none' })).toBeUndefined()
    expect(stores.sv.brandAttribute).toBe('brand')
  })
})
