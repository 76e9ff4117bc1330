import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyring } from '../domain/keys/keyring.server.ts'
import { testKeys } from '../test/keyring.ts'
import { createStockReader } from '../domain/cart/cart-stock.server.ts'
import { priceShopCart } from '../domain/cart/price-shop-cart.server.ts'
import { createCouponBook } from '../domain/coupons/coupon-book.server.ts'
import { issueStaffPass } from '../domain/staff/staff-pass.server.ts'
import { stores } from '../domain/stores/stores.ts'
import { addCoupon } from '../test/coupon-fixture.ts'
import { watchedQueries } from '../test/watched-queries.ts'
import { requestedLines } from './cart-view.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

type Store = 'sv' | 'no' | 'de' | 'da'
const sync = (items: object[], coupons: string[] = [], store: Store = 'sv') =>
  shop.call('POST', '/api/sync-cart', { items, coupons, checkout_order_id: null }, store)
const price = (items: object[], coupons: string[] = [], store: Store = 'sv') =>
  shop.call('POST', '/api/price-cart', { items, coupons }, store)

const germanForm = {
  ...goodForm,
  phone: '0151 12345678',
  identityNumber: '01.02.1980',
  postalCode: '10115',
  city: 'Berlin',
}

describe('the deposit on starter batteries (BattDG § 19)', () => {
  it('is a separate line in Germany, 7.50 € per battery, that no coupon reduces', async () => {
    const battery = await shop.addProduct({ price: 89.9, vat: 19, starterBattery: true })
    const bulb = await shop.addProduct({ price: 4.99, vat: 19 })
    const half = await addCoupon(shop.db, { percentage_discount: 50 })
    const all = await addCoupon(shop.db, { fixed_amount: 5000 }, { stores: ['de'] })
    const items = [line(battery, 2), line(bulb)]
    const { body } = await sync(items, [], 'de')
    expect(body).toHaveLength(3)
    expect(body[2]).toMatchObject({ fee: 'deposit', sku: 'DEPOSIT', quantity: 2, price: 7.5, vat: 19 })
    const again = await sync(body, [], 'de')
    expect(again.body.map((item: { uuid: string }) => item.uuid)).toEqual(
      body.map((item: { uuid: string }) => item.uuid),
    )
    const forged = await sync([...items, { ...body[2], quantity: 1, price: 0 }], [], 'de')
    expect(forged.body[2]).toMatchObject({ quantity: 2, price: 7.5 })
    const halved = await price(items, [half], 'de')
    expect(halved.body).toMatchObject({
      sum: 89.9 + 2.5 + 15,
      fees: [{ kind: 'deposit', quantity: 2, unit_price: 7.5, amount: 15, vat: 19, vat_amount: 2.39 }],
    })
    expect(halved.body.lines).toHaveLength(2)
    expect((await price(items, [all], 'de')).body).toMatchObject({ sum: 15, fees: [{ amount: 15 }] })
    for (const store of ['sv', 'no', 'da'] as const)
      expect((await sync(items, [], store)).body).toHaveLength(2)
  })

  it('is charged for batteries in a set, and not for those that cannot be ordered', async () => {
    const battery = await shop.addProduct({ vat: 19, starterBattery: true })
    const gone = await shop.addProduct({ vat: 19, starterBattery: true, available: 0 })
    const set = await shop.addProduct({ type: 3, vat: 19 })
    await sql`insert into set_part values (${set}, ${battery}, 2)`.execute(shop.db)
    expect((await sync([line(set, 3), line(gone)], [], 'de')).body[2]).toMatchObject({
      fee: 'deposit',
      quantity: 6,
    })
    expect((await sync([line(gone)], [], 'de')).body).toHaveLength(1)
  })

  it('is stored in the order as its own line, and does not count towards the minimum', async () => {
    const battery = await shop.addProduct({ price: 89.9, vat: 19, starterBattery: true })
    const { id, total } = await openCheckout(shop, [line(battery, 2)], {
      store: 'de',
      shippingMethod: 'dhl-home',
    })
    const shown = await shop.call('GET', `/api/checkout/${id}`, undefined, 'de')
    expect(shown.body).toMatchObject({ sum: 194.8, items: [{}, { fee: 'deposit', quantity: 2 }] })
    const form = { ...germanForm, shippingMethod: shown.body.shippingMethod, total }
    const done = await shop.call('POST', `/api/checkout/${id}/complete`, form, 'de')
    expect([done.status, done.body.errors, done.body.status]).toEqual([200, undefined, 'paid'])
    const { body } = await shop.call(
      'GET',
      `/api/orders/confirmation/${done.body.confirmation}`,
      undefined,
      'de',
    )
    expect(body.lines[1]).toMatchObject({
      sku: 'DEPOSIT',
      quantity: 2,
      price: 7.5,
      total: 15,
      reasons: [{ kind: 'deposit' }],
    })
    expect(body.sum).toBe(194.8)
    const cheap = await shop.addProduct({ price: 5, vat: 19, starterBattery: true })
    expect((await price([line(cheap)], [], 'de')).body.sum).toBe(12.5)
    const small = await shop.call('POST', '/api/checkout', { items: [line(cheap)], coupons: [] }, 'de')
    expect(small.body.minimum).toMatchObject({ reached: false })
  })
})

describe('a gift', () => {
  it('is added by an applied code, free of charge, and removed with it', async () => {
    const lamp = await shop.addProduct({ price: 300 })
    const gift = await shop.addProduct({ price: 49, available: 5 })
    const code = await addCoupon(shop.db, { gift_sku: `SKU-${gift}`, minimum_spend: 500 }, { stores: ['sv'] })
    expect((await sync([line(lamp)], [code])).body).toHaveLength(1)
    const { body } = await sync([line(lamp, 2)], [code])
    expect(body[1]).toMatchObject({
      added_by_coupon: code,
      product_id: gift,
      quantity: 1,
      price: 0,
      ordinary_price: 49,
    })
    const again = await sync([{ ...line(lamp, 2), uuid: body[0].uuid }, body[1]], [code])
    expect(again.body[1].uuid).toBe(body[1].uuid)
    expect((await sync([body[0], body[1]], [])).body).toHaveLength(1)
    const priced = await price([line(lamp, 2)], [code])
    expect(priced.body).toMatchObject({ sum: 600, coupons: [code] })
    expect(priced.body.lines[1]).toMatchObject({
      total: 0,
      reasons: [{ kind: 'addedByCoupon', code, amount: 49 }],
    })
    const { id, total } = await openCheckout(shop, [line(lamp, 2)], { coupons: [code] })
    expect((await shop.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })).status).toBe(200)
    expect(await shop.stockOf(gift)).toMatchObject({ available: 4 })
  })

  it('that is out of stock, or does not exist, is left out silently', async () => {
    const lamp = await shop.addProduct({ price: 300 })
    const scarce = await shop.addProduct({ available: 1 })
    const two = await addCoupon(shop.db, { gift_sku: `SKU-${scarce}`, gift_quantity: 2 })
    const none = await addCoupon(shop.db, { gift_sku: 'NO-SUCH' })
    const { body } = await sync([line(lamp)], [two, none])
    expect(body[1]).toMatchObject({ quantity: 1, cart_notice: null, adjusted_quantity: null })
    expect((await sync([line(lamp), line(scarce)], [two])).body).toHaveLength(2)
    expect((await sync([], [two])).body).toEqual([])
  })

  it('[COUPON-44] is excluded from percentages, and cannot be added by a browser', async () => {
    const lamp = await shop.addProduct({ price: 300 })
    const gift = await shop.addProduct({ price: 49 })
    const code = await addCoupon(shop.db, { gift_sku: `SKU-${gift}` })
    const ten = await addCoupon(shop.db, { percentage_discount: 10 })
    expect((await price([line(lamp)], [code, ten])).body.sum).toBe(270)
    const claimed = await sync([line(lamp), line(lamp, 1, { added_by_coupon: code, price: 0 })], [])
    expect(claimed.body).toHaveLength(1)
  })
})

describe('related products of a cart', () => {
  const ask = (items: object[]) =>
    shop.call('POST', '/api/cross-selling-products', { checkout_order_id: null, cart: items })
  const relate = (from: number, to: number, position = 0) =>
    sql`insert into product_relation (product_id, kind, related_id, position) values (${from}, 'cross_sell', ${to}, ${position})`.execute(
      shop.db,
    )

  it('[API-09] are the orderable cross-sells of its products that are not in it', async () => {
    const [phone, cable, cover, tablet] = [
      await shop.addProduct(),
      await shop.addProduct({ crossSellingPrice: 79 }),
      await shop.addProduct({ crossSellingPrice: 49 }),
      await shop.addProduct(),
    ]
    const parent = await shop.addProduct({ crossSellingPrice: 9, variations: [1] })
    for (const [index, to] of [cable, cover, parent].entries()) await relate(phone, to, index)
    await relate(tablet, cover)
    const ids = (answer: { body: { id: number }[] }) => answer.body.map((product) => product.id)
    expect(ids(await ask([line(phone)]))).toEqual([cable, cover])
    expect(ids(await ask([line(phone), line(tablet)]))).toEqual([cover, cable])
    expect(ids(await ask([line(phone), line(cable)]))).toEqual([cover])
    expect(ids(await ask([line(cover)]))).toEqual([])
    expect(ids(await ask([]))).toEqual([])
    const { body } = await ask([line(phone)])
    expect(body[0]).toMatchObject({
      sku: `SKU-${cable}`,
      cross_selling_price: 79,
      prices: { n: [{ p: 200 }] },
    })
  })
})

describe('the price of a cart', () => {
  it('needs the same number of queries for two lines as for two hundred', async () => {
    const products = await Promise.all(
      Array.from({ length: 100 }, (_, index) => shop.addProduct({ starterBattery: index === 3 })),
    )
    const gift = await shop.addProduct()
    const codes = [
      await addCoupon(shop.db, { gift_sku: `SKU-${gift}` }),
      await addCoupon(shop.db, { percentage_discount: 5 }),
    ]
    const count = async (items: ReturnType<typeof line>[]) => {
      let lookups = 0
      const watched = watchedQueries(shop.db)
      const { db } = watched
      const catalogue = new Proxy(shop.catalogue, {
        get: (target, name) => (lookups++, Reflect.get(target, name)),
      })
      const services = {
        db,
        catalogue,
        stock: createStockReader(db),
        coupons: createCouponBook(db, testKeys),
      }
      const { cart } = await priceShopCart(services, {
        store: stores.de,
        lines: requestedLines(catalogue, 'de', items),
        couponCodes: codes,
        now: shop.now.at,
      })
      expect(cart.lines).toHaveLength(items.length + 2)
      return [watched.queries, lookups]
    }
    const many = products.flatMap((product) => [line(product), line(product, 2, { accessory_id: gift })])
    const few = [line(products[3]!), line(products[3]!, 2, { accessory_id: gift })]
    expect(await count(many)).toEqual(await count(few))
  })
})

describe('staff', () => {
  const internal = async (cookie?: string) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/sync-cart?locale=sv&sid=7',
      payload: { items: [] },
      ...(cookie && { headers: { cookie } }),
    })
    return answer.headers['x-be-internal']
  }

  it('are recognised by a signed cookie that a link of the operator’s tool sets', async () => {
    const pass = issueStaffPass(testKeys, shop.now.at + 86_400_000)
    const taken = await shop.app.inject({ method: 'GET', url: `/api/staff-pass/${pass}` })
    expect([taken.statusCode, taken.headers.location]).toEqual([302, '/sv'])
    const cookie = String(taken.headers['set-cookie'])
    expect(cookie).toMatch(/^anode_staff=[^;]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/)
    expect(await internal(`vat=ex; ${cookie.split(';')[0]}`)).toBe('1')
    expect(await internal()).toBe('0')
    expect(await internal('anode_staff=1')).toBe('0')
    expect(
      await internal(`anode_staff=${issueStaffPass(createKeyring(['y'.repeat(32)]), shop.now.at + 1000)}`),
    ).toBe('0')
    expect(await internal(`anode_staff=${issueStaffPass(testKeys, shop.now.at)}`)).toBe('0')
    expect((await shop.app.inject({ method: 'GET', url: '/api/staff-pass/nonsense' })).statusCode).toBe(404)
  })
})
