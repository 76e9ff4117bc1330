import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCoupon } from '../test/coupon-fixture.ts'
import { judgeCouponRecord } from '../domain/coupons/coupon-record.server.ts'
import { line, orderShop, type OrderShop } from '../test/order-shop.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

type Store = 'sv' | 'no' | 'de' | 'da'
const sync = (coupons: unknown[], items: object[], store: Store = 'sv') =>
  shop.call('POST', '/api/sync-coupons', { coupons, cart_contents: items }, store)
const price = (items: object[], coupons: string[] = [], store: Store = 'sv') =>
  shop.call('POST', '/api/price-cart', { items, coupons }, store)
const day = 86_400_000

describe('synced codes', () => {
  it('[COUPON-26] have a label in the language of the store, or the default one if a store has none', async () => {
    const terms = {
      percentage_discount: 10,
      discount_label: '−10 %',
      discount_labels: { sv: 'Tio procent', de: 'Zehn Prozent' },
    }
    const code = await addCoupon(shop.db, terms)
    const items = [line(await shop.addProduct())]
    for (const [store, label] of [
      ['sv', 'Tio procent'],
      ['de', 'Zehn Prozent'],
      ['no', '−10 %'],
    ] as const) {
      const { body } = await shop.call(
        'POST',
        '/api/sync-coupons',
        { coupons: [code], cart_contents: items },
        store,
      )
      expect(body).toMatchObject([{ applied: true, discount_label: label }])
      expect(body[0]).not.toHaveProperty('discount_labels')
    }
    const wrong = [['x'], 'x', { en: 'x' }, { sv: 7 }, { sv: 'x'.repeat(201) }]
    for (const discount_labels of wrong)
      expect(judgeCouponRecord({ code: 'ABC', percentage_discount: 10, discount_labels })).toMatchObject({
        ok: false,
        problems: [{ field: 'discount_labels', code: 'bad_type' }],
      })
    const survived = await addCoupon(shop.db, {
      percentage_discount: 10,
      discount_labels: { sv: 7 },
    } as never)
    const { body } = await shop.call('POST', '/api/sync-coupons', {
      coupons: [survived],
      cart_contents: items,
    })
    expect(body).toMatchObject([{ applied: false, reason: 'invalid' }])
  })

  it('[API-20] [ENTITY-31] [ENTITY-32] [ENTITY-33] carry every field of the entity, in the order sent', async () => {
    const product = await shop.addProduct({ price: 100 })
    const ten = await addCoupon(shop.db, { percentage_discount: 10, discount_label: 'Tio procent' })
    const free = await addCoupon(shop.db, { buy_x: 2, get_y: 1, discount_type_value: 3 })
    const step = await addCoupon(shop.db, {
      buy_x_quantity_increment_buy: 2,
      buy_x_percentage_increment_get: 5,
    })
    const { status, body } = await sync([free, ten.toLowerCase(), ` ${step} `, ten], [line(product, 3)])
    expect(status).toBe(200)
    expect(body.map((coupon: { code: string }) => coupon.code)).toEqual([free, ten, step])
    expect(body).toMatchObject([
      {
        applied: true,
        buy_x: 2,
        get_y: 1,
        all_affected_items: [{ sku: `SKU-${product}`, quantity: 1 }],
        buyx_free_amount: 90,
        vat_amount: 18,
        vat_rate: 25,
      },
      {
        applied: true,
        percentage_discount: 10,
        failed_minimum_spend: false,
        discount_label: 'Tio procent',
        reason: null,
      },
      { applied: true, buy_x_percentage_total: 5 },
    ])
    const fields = [
      'code',
      'applied',
      'failed_minimum_spend',
      'percentage_discount',
      'specific_groups',
      'excluded_groups',
      'specific_discount_categories',
      'fixed_amount',
      'buy_x',
      'get_y',
      'buy_products',
      'get_products',
      'buy_categories',
      'get_categories',
      'buy_groups',
      'get_groups',
      'discount_label',
      'all_affected_items',
      'discount_type_percentage',
      'discount_type_value',
      'buyx_free_amount',
      'vat_amount',
      'vat_rate',
      'buy_x_quantity_interval_buy',
      'buy_x_percentage_interval_get',
      'buy_x_quantity_increment_buy',
      'buy_x_increment_buy_quantity',
      'buy_x_get_amount',
      'coupon_buy_x_interval_amount_buy',
      'coupon_buy_x_interval_amount_get',
      'coupon_buy_x_increment_amount_buy',
      'coupon_buy_x_increment_amount_get',
      'buy_x_percentage_increment_get',
      'buy_x_percentage_total',
      'buy_x_get_items_whole_order',
      'buy_x_buy_items_whole_order',
    ]
    for (const coupon of body) expect(Object.keys(coupon)).toEqual(expect.arrayContaining(fields))
  })

  it('on some goods name them, where the cart has none of them', async () => {
    const wanted = await shop.addProduct({ name: 'Pannlampa', price: 100 })
    const code = await addCoupon(shop.db, {
      buy_x: 1,
      get_y: 1,
      discount_type_value: 3,
      buy_products: [wanted],
    })
    const { body } = await sync([code], [line(await shop.addProduct())])
    const name = await sql<{
      name: string
    }>`select name from store_product where product_id = ${wanted} and store = 'sv'`.execute(shop.db)
    expect(body).toMatchObject([{ missing: { what: 'named', goods: name.rows[0]!.name } }])
  })

  it('that do not apply have a reason', async () => {
    const product = await shop.addProduct({ price: 100 })
    const now = shop.now.at
    const ten = { percentage_discount: 10 }
    const expected = new Map([
      ['NO-SUCH', 'unknown'],
      [await addCoupon(shop.db, ten, { disabledAt: now - 1 }), 'disabled'],
      [await addCoupon(shop.db, ten, { validFrom: now + day }), 'not_yet_valid'],
      [await addCoupon(shop.db, ten, { validFrom: now - 2 * day, validTo: now }), 'expired'],
      [await addCoupon(shop.db, ten, { stores: ['no', 'da'] }), 'wrong_store'],
      [await addCoupon(shop.db, { ...ten, minimum_spend: 500 }, { stores: ['sv'] }), 'minimum_spend'],
      [await addCoupon(shop.db, { buy_x: 5, get_y: 1, discount_type_value: 3 }), 'not_applicable'],
    ])
    const { body } = await sync([...expected.keys()], [line(product)])
    expect(body.map(({ code, reason }: { code: string; reason: string }) => [code, reason])).toEqual([
      ...expected,
    ])
    expect(body.every((coupon: { applied: boolean }) => !coupon.applied)).toBe(true)
    expect(body[5].failed_minimum_spend).toBe(true)
    const held = await addCoupon(shop.db, ten, { validFrom: now, validTo: now + 1, stores: ['sv', 'de'] })
    expect((await sync([held], [line(product)])).body).toMatchObject([{ applied: true }])
  })

  it('are returned for an empty cart too', async () => {
    const ten = await addCoupon(shop.db, { percentage_discount: 10 })
    expect((await sync([ten], [])).body).toMatchObject([{ code: ten, applied: true }])
    expect((await sync([], [])).body).toEqual([])
  })

  it('with contradictory data give no discount and cause no error', async () => {
    const product = await shop.addProduct({ price: 100 })
    const both = await addCoupon(shop.db, { percentage_discount: 10, fixed_amount: 50 }, { stores: ['sv'] })
    const mad = await addCoupon(shop.db, { percentage_discount: 'x' as never, specific_groups: null })
    const zero = await addCoupon(shop.db, { buy_x: 0, get_y: 1 })
    const { status, body } = await sync([both, mad, zero], [line(product)])
    expect(status).toBe(200)
    expect(body).toMatchObject([both, mad, zero].map((code) => ({ code, applied: false, reason: 'invalid' })))
  })

  it('survive hostile texts, and the cart with them', async () => {
    const product = await shop.addProduct({ price: 100 })
    const hostile = [
      '__proto__',
      'constructor',
      'toString',
      '🔋'.repeat(20),
      'x'.repeat(10_240),
      'a\0b',
      '\ud800',
      "'; drop table coupon; --",
      '   ',
      '‮CBA',
    ]
    const { status, body } = await sync(hostile, [line(product)])
    expect(status).toBe(200)
    expect(
      body.every(
        (coupon: { applied: boolean; reason: string }) => !coupon.applied && coupon.reason === 'unknown',
      ),
    ).toBe(true)
    expect(body).toHaveLength(hostile.length - 1)
    const synced = await shop.call('POST', '/api/sync-cart', { items: [line(product)], coupons: hostile })
    expect([synced.status, synced.body.length]).toEqual([200, 1])
    expect((await price([line(product)], hostile)).body.sum).toBe(100)
    const opened = await shop.call('POST', '/api/checkout', { items: [line(product)], coupons: hostile })
    expect([opened.status, opened.body.sum]).toEqual([201, 100])
    for (const wrong of [[1], [null], 'TEN', Array.from({ length: 101 }, () => 'A')])
      expect((await sync(wrong as unknown[], [])).status).toBe(422)
    expect((await sync(['x'.repeat(20_001)], [])).body.errors).toHaveProperty('coupons[0]')
  })

  it('[ROLE-08] have the discount of the shop’s own prices', async () => {
    const product = await shop.addProduct({ price: 100 })
    const free = await addCoupon(shop.db, { buy_x: 1, get_y: 1, discount_type_value: 3 })
    const { body } = await sync([free], [line(product, 2, { price: 90_000, buyx_free_amount: 90_000 })])
    expect(body).toMatchObject([{ buyx_free_amount: 100 }])
  })
})

describe('a priced cart', () => {
  it('adds up, in major units, with the reasons of every line', async () => {
    const tiers = [
      { q: 1, p: 100, o: null, d: 0 },
      { q: 5, p: 90, o: null, d: 0 },
    ]
    const cells = await shop.addProduct({ tiers, group: 3 })
    const lamp = await shop.addProduct({ price: 60 })
    const ten = await addCoupon(shop.db, { percentage_discount: 10, specific_groups: [3] })
    const fixed = await addCoupon(
      shop.db,
      { fixed_amount: 33.33, discount_label: 'Tack' },
      { stores: ['sv'] },
    )
    const { status, body } = await price([line(cells, 5), line(lamp, 2)], [ten, fixed, 'NOPE'])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      currency: 'SEK',
      lines: [
        {
          unit_price: 90,
          tier_price: 90,
          before_price: 100,
          line_total: 405,
          quantity: 5,
          reasons: [
            { kind: 'tier', amount: 50 },
            { kind: 'coupon', code: ten, percent: 10, amount: 45 },
            { kind: 'fixed', code: fixed },
          ],
        },
        { unit_price: 60, line_total: 120 },
      ],
      deductions: [{ code: fixed, label: 'Tack', amount: 33.33, vat_amount: 6.66 }],
      fees: [],
      sum: 491.67,
      vat: [{ rate: 25, gross: 491.67 }],
      coupons: [ten, fixed],
      rejected: [{ code: 'NOPE', reason: 'unknown' }],
    })
    const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)
    const totals = body.lines.map((entry: { line_total: number }) => entry.line_total)
    expect(cents(totals) - cents([33.33])).toBe(cents([body.sum]))
    expect(cents(body.lines.map((entry: { vat_amount: number }) => entry.vat_amount))).toBe(
      cents([body.vat_amount]),
    )
    const opened = await shop.call('POST', '/api/checkout', {
      items: [line(cells, 5), line(lamp, 2)],
      coupons: [ten, fixed],
    })
    expect([opened.body.sum, opened.body.applied_coupons]).toEqual([body.sum, [ten, fixed]])
  })

  it('accepts products by sku as links name them, and lists what it left out', async () => {
    const product = await shop.addProduct({ price: 100 })
    const gone = await shop.addProduct({ discontinued: true })
    const { body } = await price([
      { sku: `SKU-${product}`, quantity: 2 },
      { sku: 'NO-SUCH', quantity: 1 },
      line(gone),
    ])
    expect(body).toMatchObject({ sum: 200, removed: 1, lines: [{ product_id: product, quantity: 2 }] })
    expect(body.unavailable).toHaveLength(1)
    expect((await price([{ quantity: 1 }])).body.errors).toHaveProperty('items[0].product_id')
    const loaded = await shop.call('POST', '/api/sync-cart', {
      items: [{ sku: `SKU-${product}`, quantity: 3 }],
      checkout_order_id: null,
    })
    expect(loaded.body).toMatchObject([
      { product_id: product, quantity: 3, uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
  })

  it('[COUPON-19] includes the customer discount of the account, and none for guests', async () => {
    const member = await orderShop({
      accountOf: async (request) => (request.headers['x-account'] ? 7 : null),
      customerDiscounts: async (accountId) => (accountId === 7 ? { B2: 8 } : {}),
    })
    try {
      const product = await member.addProduct({ price: 1000, discountCategory: 'B2' })
      const asked = async (headers: Record<string, string>, coupons: string[]) => {
        const url = '/api/price-cart?locale=sv&sid=7'
        const answer = await member.app.inject({
          method: 'POST',
          url,
          headers,
          payload: { items: [line(product)], coupons },
        })
        return answer.json().sum
      }
      const ten = await addCoupon(member.db, { percentage_discount: 10 })
      const five = await addCoupon(member.db, { percentage_discount: 5 })
      expect(await asked({ 'x-account': '7' }, [])).toBe(920)
      expect(await asked({ 'x-account': '7' }, [ten])).toBe(900)
      expect(await asked({ 'x-account': '7' }, [five])).toBe(920)
      expect(await asked({}, [])).toBe(1000)
    } finally {
      await member.close()
    }
  })

  it('gets a message for every invalid field, and accepts no price from the request', async () => {
    const product = await shop.addProduct({ price: 100 })
    for (const quantity of [0, -1, 1.5, 1e21, 5001, '2', null, {}, true]) {
      const answer = await price([{ ...line(product), quantity }])
      expect([quantity, answer.status, Object.keys(answer.body.errors)]).toEqual([
        quantity,
        422,
        ['items[0].quantity'],
      ])
    }
    const twice = line(product)
    expect((await price([twice, twice])).body.errors).toHaveProperty('items[1].uuid')
    expect((await price(Array.from({ length: 1001 }, () => line(product)))).status).toBe(422)
    for (const sku of ['', '__proto__', 'x'.repeat(200), '🔋', "' or 1=1"]) {
      const answer = await price([{ sku, quantity: 1 }, line(product)])
      expect([sku, answer.status < 500]).toEqual([sku, true])
    }
    const claimed = await price([
      line(product, 2, { price: 1, unit_price: 1, vat: 0, ordinary_price: 1, pricing: [{ q: 1, p: 1 }] }),
    ])
    expect(claimed.body).toMatchObject({ sum: 200, vat: [{ rate: 25, vat_amount: 40 }] })
    expect((await shop.call('POST', '/api/price-cart', null)).status).toBeLessThan(500)
    expect((await price([])).body).toMatchObject({ sum: 0, lines: [], vat: [], fees: [], deductions: [] })
  })

  it('of a thousand lines and fifty codes is priced in one request', async () => {
    const products = await Promise.all(
      Array.from({ length: 20 }, () => shop.addProduct({ price: 100, available: 100_000 })),
    )
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        addCoupon(
          shop.db,
          index % 2 ? { percentage_discount: index / 10 } : { buy_x: 2, get_y: 1, discount_type_value: 3 },
        ),
      ),
    )
    const items = Array.from({ length: 1000 }, (_, index) => line(products[index % 20]!, 3))
    const { status, body } = await price(items, codes)
    expect([status, body.lines.length, body.coupons.length, body.rejected.length]).toEqual([
      200, 1000, 10, 40,
    ])
  })
})
