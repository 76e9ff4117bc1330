import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { line, orderShop, type OrderShop } from '../test/order-shop.ts'

let shop: OrderShop
let product: number
beforeAll(async () => {
  shop = await orderShop()
  product = await shop.addProduct({ price: 200 })
})
afterAll(() => shop.close())

const sync = (items: unknown[], coupons: string[] = []) =>
  shop.call('POST', '/api/sync-cart', { items, coupons })

describe('a hostile cart request', () => {
  it('[API-18] is rejected with the line that has an invalid quantity', async () => {
    for (const quantity of [1.5, '2', null, true, -1, 0, 1e21, 5001, Number.NaN, Infinity]) {
      const answer = await sync([line(product), { ...line(product), quantity }])
      expect([quantity, answer.status]).toEqual([quantity, 422])
      expect(Object.keys(answer.body.errors)).toEqual(['items[1].quantity'])
    }
  })

  it('[API-09] is rejected with the line also where two forms are accepted', async () => {
    const goesWith = (cart: unknown) => shop.call('POST', '/api/cross-selling-products', { cart })
    for (const quantity of [1.5, '2', null, -1]) {
      const items = [line(product), { ...line(product), quantity }]
      expect(Object.keys((await goesWith(items)).body.errors)).toEqual(['cart[1].quantity'])
      expect(Object.keys((await goesWith({ items })).body.errors)).toEqual(['cart.items[1].quantity'])
    }
    const many = Array.from({ length: 1001 }, () => line(product))
    expect((await goesWith(many)).body.errors['cart']).toMatch(/1000/)
    expect((await goesWith('x')).body.errors).toEqual({ cart: 'Invalid input' })
  })

  it('[API-18] has every uuid once and at most a thousand lines', async () => {
    const twice = line(product)
    expect((await sync([twice, twice])).status).toBe(422)
    expect((await sync(Array.from({ length: 1001 }, () => line(product)))).status).toBe(422)
    expect((await sync(Array.from({ length: 1000 }, () => line(product)))).status).toBe(200)
  })

  it('[API-18] loses unknown products, keeps the rest, and its own prices are ignored', async () => {
    const cheap = {
      ...line(product),
      price: 0.01,
      ordinary_price: 0,
      pricing: [{ q: 1, p: 0.01 }],
      vat: 0,
      campaign: true,
    }
    const unknown = [
      { sku: 'NO-SUCH', quantity: 1 },
      { sku: '__proto__', quantity: 1 },
      { sku: '🔋', quantity: 1 },
      line(2 ** 31 - 1),
    ]
    const answer = await sync([cheap, ...unknown])
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject([{ uuid: cheap.uuid, price: 200, vat: 25, campaign: false }])
    expect(answer.headers['x-removed-lines']).toBe(String(unknown.length))
  })

  it('[API-20] may contain non-existent codes, each reported as unknown', async () => {
    const codes = [
      '__proto__',
      'constructor',
      'toString',
      '🔋🔋',
      'x'.repeat(10_240),
      "'; drop table coupon; --",
      ' ',
    ]
    expect((await sync([line(product)], codes)).body).toMatchObject([{ price: 200 }])
    const { status, body } = await shop.call('POST', '/api/sync-coupons', {
      coupons: codes,
      cart_contents: [line(product)],
    })
    expect(status).toBe(200)
    expect(body).toHaveLength(codes.length - 1)
    for (const coupon of body) expect(coupon).toMatchObject({ applied: false, reason: 'unknown' })
  })
})
