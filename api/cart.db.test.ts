import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { line, orderShop, type OrderShop } from '../test/order-shop.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const sync = (items: object[], more: object = {}, store: 'sv' | 'no' | 'de' | 'da' = 'sv') =>
  shop.call('POST', '/api/sync-cart', { items, coupons: [], checkout_order_id: null, ...more }, store)

describe('a synced cart', () => {
  it('[ROLE-08] [API-18] has the shop’s prices whatever the browser sent', async () => {
    const product = await shop.addProduct({ price: 199 })
    const sent = line(product, 2, {
      price: 1,
      ordinary_price: 1,
      name: 'Gratis',
      vat: 0,
      pricing: [{ q: 1, p: 1 }],
      sku: 'x',
    })
    const { status, body, headers } = await sync([sent])
    expect(status).toBe(200)
    expect(body).toEqual([
      expect.objectContaining({
        uuid: sent.uuid,
        price: 199,
        ordinary_price: 199,
        vat: 25,
        quantity: 2,
        sku: `SKU-${product}`,
      }),
    ])
    expect(headers['x-be-internal']).toBe('0')
  })

  it('[API-19] [CART-09] returns a landing’s lines too, each under its own uuid', async () => {
    const [a, b] = [line(await shop.addProduct()), line(await shop.addProduct())]
    const { body } = await shop.call('POST', '/api/sync-cart', { items: [b, a], checkout_order_id: null })
    expect(body.map((item: { uuid: string }) => item.uuid)).toEqual([b.uuid, a.uuid])
  })

  it('[CART-20] has the prices of the store', async () => {
    const product = await shop.addProduct({ notIn: ['de'] })
    expect((await sync([line(product)], {}, 'no')).body).toHaveLength(1)
    const german = await sync([line(product)], {}, 'de')
    expect(german.body).toEqual([])
    expect(german.headers['x-removed-lines']).toBe('1')
  })

  it('has the tier price of the quantity, and the campaign’s while it runs', async () => {
    const tiers = [
      { q: 1, p: 100, o: null, d: 0 },
      { q: 5, p: 90, o: null, d: 0 },
    ]
    const campaign = [{ q: 1, p: 79, o: 100, d: 21 }]
    const plain = await shop.addProduct({ tiers })
    const reduced = await shop.addProduct({ tiers, campaign })
    const { body } = await sync([line(plain, 5), line(reduced, 5)])
    expect(body).toMatchObject([
      {
        price: 90,
        campaign: false,
        pricing: [
          { q: 1, p: 100 },
          { q: 5, p: 90 },
        ],
      },
      { price: 79, ordinary_price: 100, campaign: true },
    ])
  })

  it('[CART-12] reduces quantities above the stock, over all lines of a product together, and says so', async () => {
    const product = await shop.addProduct({ available: 5 })
    const { body } = await sync([line(product, 3), line(product, 4), line(product, 1)])
    expect(body).toMatchObject([
      { quantity: 3, adjusted_quantity: null, cart_notice: null, stock_status: 'few_left' },
      { quantity: 2, adjusted_quantity: 2, cart_notice: expect.stringMatching(/antalet har sänkts/) },
      { quantity: 1, cart_notice: expect.stringMatching(/går inte att beställa/) },
    ])
  })

  it('[STOCK-04] sells incoming stock and up to the presale limit, never discontinued products', async () => {
    const onTheWay = await shop.addProduct({ available: 0, incoming: 3 })
    const presale = await shop.addProduct({ available: 9, presale: 2, releaseAt: '2027-03-01T00:00:00Z' })
    const gone = await shop.addProduct({ available: 9, discontinued: true })
    const { body } = await sync([line(onTheWay, 4), line(presale, 3), line(gone)])
    expect(body).toMatchObject([
      { stock_status: 'back_order', quantity: 3 },
      { stock_status: 'presale', quantity: 2, estimated_at: '2027-03-01T00:00:00.000Z' },
      { stock_status: 'discontinued', cart_notice: expect.any(String) },
    ])
  })

  it('sells a set by the stock of its parts, and none that is discontinued', async () => {
    const part = await shop.addProduct({ available: 10 })
    const set = await shop.addProduct({ type: 3, available: 500 })
    await sql`insert into set_part values (${set}, ${part}, 4)`.execute(shop.db)
    expect((await sync([line(set, 3), line(part, 5)])).body).toMatchObject([{ quantity: 2 }, { quantity: 2 }])
    const former = await shop.addProduct({ type: 3, discontinued: true })
    await sql`insert into set_part values (${former}, ${part}, 1)`.execute(shop.db)
    expect((await sync([line(former)])).body).toMatchObject([
      { stock_status: 'discontinued', cart_notice: expect.any(String) },
    ])
  })

  it('leaves parents of variants and unknown products out', async () => {
    const parent = await shop.addProduct({ variations: [1, 2] })
    const { body, headers } = await sync([line(parent), line(2_147_483_647)])
    expect([body, headers['x-removed-lines']]).toEqual([[], '2'])
  })
})

describe('an origin', () => {
  const relate = (from: number, kind: string, to: number) =>
    sql`insert into product_relation (product_id, kind, related_id) values (${from}, ${kind}, ${to})`.execute(
      shop.db,
    )

  it('[UPSELL-05] gives the cross-sell price with its product in the cart, and only then', async () => {
    const phone = await shop.addProduct({ price: 300 })
    const cable = await shop.addProduct({ price: 100, crossSellingPrice: 79 })
    const stranger = await shop.addProduct()
    await relate(phone, 'cross_sell', cable)
    for (const claim of [phone, cable]) {
      const together = await sync([line(phone), line(cable, 1, { cross_selling_product_id: claim })])
      expect(together.body[1]).toMatchObject({
        price: 79,
        ordinary_price: 100,
        cross_selling_product_id: claim,
      })
      const alone = await sync([line(cable, 1, { cross_selling_product_id: claim })])
      expect(alone.body[0]).toMatchObject({ price: 100, cross_selling_product_id: null })
    }
    const unrelated = await sync([line(stranger), line(cable, 1, { cross_selling_product_id: stranger })])
    expect(unrelated.body[1]).toMatchObject({ price: 100, cross_selling_product_id: null })
    const many = await sync([line(phone), line(cable, 50, { cross_selling_product_id: phone })])
    expect(many.body[1]).toMatchObject({ price: 79, quantity: 1 })
  })

  it('[UPSELL-05] gives the cross-sell price to no more units than of its product, over all lines', async () => {
    const phone = await shop.addProduct({ price: 300 })
    const cable = await shop.addProduct({ price: 100, crossSellingPrice: 79 })
    await relate(phone, 'cross_sell', cable)
    const cables = (quantity: number) => line(cable, quantity, { cross_selling_product_id: phone })
    const { body } = await sync([line(phone, 3), cables(2), cables(2), cables(4)])
    expect(body.slice(1)).toMatchObject([
      { price: 79, quantity: 2, cross_selling_product_id: phone },
      { price: 79, quantity: 1, cross_selling_product_id: phone },
      { price: 100, quantity: 4, cross_selling_product_id: null },
    ])
  })

  it('of two cross-sells that refer to each other counts for neither', async () => {
    const a = await shop.addProduct({ price: 100, crossSellingPrice: 1 })
    const b = await shop.addProduct({ price: 100, crossSellingPrice: 1 })
    await relate(a, 'cross_sell', b)
    await relate(b, 'cross_sell', a)
    const { body } = await sync([
      line(a, 1, { cross_selling_product_id: b }),
      line(b, 1, { cross_selling_product_id: a }),
    ])
    expect(body).toMatchObject([{ price: 100 }, { price: 100 }])
  })

  it('is kept if it is a known one: accessory, related, recommended, bundle', async () => {
    const main = await shop.addProduct()
    const other = await shop.addProduct()
    const kinds = {
      accessory_id: 'accessory',
      related_id: 'related',
      recommended_id: 'recommended',
      upselling_bundle_id: 'upsell',
    }
    for (const [field, kind] of Object.entries(kinds)) {
      expect((await sync([line(other, 1, { [field]: main })])).body[0][field]).toBeNull()
      await relate(main, kind, other)
      expect((await sync([line(other, 1, { [field]: main })])).body[0][field]).toBe(main)
    }
  })

  it('[SUBS-01] of a subscription keeps an interval that the product offers, and loses any other with a notice', async () => {
    const product = await shop.addProduct({ intervals: ['3 months'] })
    const { body } = await sync([
      line(product, 1, { subscription_interval: '3 months' }),
      line(product, 1, { subscription_interval: '1 month' }),
      line(product),
    ])
    expect(body).toMatchObject([
      { subscription_interval: '3 months', cart_notice: null },
      { subscription_interval: null, cart_notice: expect.stringContaining('prenumeration') as string },
      { subscription_interval: null, cart_notice: null },
    ])
  })

  it('that only the server may set is dropped with its line', async () => {
    const product = await shop.addProduct()
    const { body } = await sync([
      line(product, 1, { added_by_coupon: 'GIFT', price: 0 }),
      line(product, 1, { fee: 'deposit' }),
      line(product),
    ])
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ added_by_coupon: null })
  })
})

describe('an invalid cart', () => {
  it('gets a message for every invalid field', async () => {
    const product = await shop.addProduct()
    const wrong: [object, string][] = [
      [{ quantity: 0 }, 'items[0].quantity'],
      [{ quantity: -1 }, 'items[0].quantity'],
      [{ quantity: 1.5 }, 'items[0].quantity'],
      [{ quantity: 5001 }, 'items[0].quantity'],
      [{ quantity: 1e21 }, 'items[0].quantity'],
      [{ quantity: null }, 'items[0].quantity'],
      [{ quantity: '1' }, 'items[0].quantity'],
      [{ product_id: 2 ** 31 }, 'items[0].product_id'],
      [{ product_id: '1 or 1=1' }, 'items[0].product_id'],
      [{ uuid: '' }, 'items[0].uuid'],
      [{ uuid: '../../etc' }, 'items[0].uuid'],
      [{ uuid: 'a'.repeat(65) }, 'items[0].uuid'],
      [{ subscription_interval: 'a\0b' }, 'items[0].subscription_interval'],
      [{ cross_selling_product_id: -5 }, 'items[0].cross_selling_product_id'],
    ]
    for (const [field, name] of wrong) {
      const answer = await sync([{ ...line(product), ...field }])
      expect([field, answer.status, Object.keys(answer.body.errors)]).toEqual([field, 422, [name]])
    }
    const twice = line(product)
    expect((await sync([twice, twice])).body.errors).toHaveProperty('items[1].uuid')
    expect((await sync(Array.from({ length: 1001 }, () => line(product)))).status).toBe(422)
    expect((await sync([], { coupons: [1] })).body.errors).toHaveProperty('coupons[0]')
    expect((await shop.call('POST', '/api/sync-cart', {})).body.errors).toHaveProperty('items')
  })

  it('of 1000 lines needs a handful of queries', async () => {
    const product = await shop.addProduct({ available: 100_000 })
    const other = await shop.addProduct()
    const items = Array.from({ length: 1000 }, () =>
      line(product, 2, { cross_selling_product_id: product, accessory_id: other }),
    )
    const sent = vi.spyOn(pg.Query.prototype, 'submit')
    const { status, body } = await sync(items)
    expect([status, body.length]).toEqual([200, 1000])
    // The number of queries does not grow with the lines.
    expect(sent.mock.calls.length).toBeLessThanOrEqual(4)
    sent.mockRestore()
  })
})

describe('a checkout’s cart', () => {
  it('[CHECKOUT-04] is updated by the sync that names it, in its own store only', async () => {
    const product = await shop.addProduct({ price: 200 })
    const opened = await shop.call('POST', '/api/checkout', {
      items: [line(product)],
      coupons: [],
      campaignData: { location: 'a', referrer: null },
    })
    await sync([line(product, 3)], { checkout_order_id: opened.body.id })
    expect((await shop.call('GET', `/api/checkout/${opened.body.id}`)).body).toMatchObject({
      sum: 600,
      items: [{ quantity: 3 }],
    })
    await sync([line(product, 9)], { checkout_order_id: opened.body.id }, 'no')
    expect((await shop.call('GET', `/api/checkout/${opened.body.id}`)).body.sum).toBe(600)
    expect((await sync([line(product)], { checkout_order_id: "x' or '1" })).status).toBe(200)
  })
})
