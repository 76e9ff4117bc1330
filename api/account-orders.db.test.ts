import { afterAll, describe, expect, it } from 'vitest'
import { verifyEmail } from '../domain/accounts/account-repository.server.ts'
import { saveFormerOrders } from '../domain/former-orders/former-order-repository.server.ts'
import type { FormerOrder } from '../domain/former-orders/former-order.ts'
import { minor } from '../domain/money/money.ts'
import { attemptLimits } from '../domain/security/attempts.server.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { testActor } from '../test/test-actor.ts'
import { goodForm, line, openCheckout } from '../test/order-shop.ts'

const shop = await accountShop()
const { ask, post, someAccount, loggedIn, cookieOf } = shop
afterAll(() => shop.close())

describe('a profile', () => {
  it('[ACCOUNT-02] [VALID-13] is changed if every field is valid, in the store’s format', async () => {
    const { access_token: token } = await loggedIn((await someAccount()).email)
    const good = {
      firstName: ' Anna ',
      lastName: 'Berg',
      phone: '070-123 45 67',
      address: 'Storgatan 1',
      postalCode: '123 45',
      city: 'Luleå',
    }
    const change = (form: object) =>
      ask('auth/profile', { method: 'PUT', body: form, headers: bearer(token) })
    const kept = await change(good)
    expect(kept.body.user).toMatchObject({ ...good, firstName: 'Anna', postalCode: '12345' })
    const wrong = await change({ ...good, firstName: '', phone: '12', postalCode: '1234', city: 'a\u0000b' })
    expect(wrong.status).toBe(422)
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['city', 'firstName', 'phone', 'postalCode'])
    const now = await ask('auth/profile', { headers: bearer(token) })
    expect(now.body).toEqual(kept.body)
    // Address, number and percentages cannot be changed this way.
    const sly = await change({ ...good, email: 'annan@exempel.se', discount: { B2: 99 }, number: 'C1' })
    expect(sly.body).toEqual(kept.body)
  })
})

describe('orders of a former shop', () => {
  it('are announced to every customer whose address is not confirmed, with such orders or without', async () => {
    const [moved, other] = [await someAccount(), await someAccount()]
    const announced = async (email: string) => {
      const { access_token: token } = await loggedIn(email)
      return (await ask('auth/profile', { headers: bearer(token) })).body.user.confirms_former_orders
    }
    expect(await announced(moved.email)).toBe(false)
    const order: FormerOrder = {
      number: '#1',
      placedAt: new Date('2025-03-01T10:00:00Z'),
      email: moved.email,
      currency: 'SEK',
      totalMinor: minor(100),
      subtotalMinor: null,
      shippingMinor: null,
      taxMinor: null,
      discountMinor: null,
      discountCode: null,
      refundedMinor: null,
      payment: 'paid',
      fulfilment: null,
      isCancelled: false,
      lines: [],
    }
    const now = new Date(shop.now.at)
    await saveFormerOrders(shop.db, testActor, { store: 'sv', orders: [order], now })
    expect([await announced(moved.email), await announced(other.email)]).toEqual([true, true])
    await verifyEmail(shop.db, moved.id, shop.now.at)
    expect(await announced(moved.email)).toBe(false)
  })
})

/** Places an order for the lines, as the customer in the headers. */
async function placedOrder(headers: Record<string, string>, price = 200) {
  const product = await shop.addProduct({ price, discountCategory: 'B2' })
  const items = [line(product)]
  const opened = await post('checkout', { items, coupons: [], campaignData: null }, { headers })
  const path = `checkout/${opened.body.id}`
  const { shippingMethod } = goodForm
  const chosen = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
  const done = await post(`${path}/complete`, { ...goodForm, total: chosen.body.total }, { headers })
  return { opened: opened.body, chosen: chosen.body, done, path }
}

describe('a customer who buys', () => {
  it('[COUPON-19] [ROLE-05] pays with their customer discount, whatever the browser sends', async () => {
    const { email } = await someAccount({ discounts: { B2: 800 } })
    const cookie = await cookieOf(email)
    const product = await shop.addProduct({ price: 1000, discountCategory: 'B2' })
    const body = { items: [line(product)], coupons: [], discount: { B2: 90 }, customerDiscounts: { B2: 90 } }
    expect((await post('price-cart', body, { headers: { cookie } })).body.sum).toBe(920)
    expect((await post('price-cart', body)).body.sum).toBe(1000)
    const bought = await placedOrder({ cookie }, 1000)
    expect(bought.chosen.sum).toBe(920)
    expect(bought.done.status).toBe(200)
    const mine = await ask(`orders/${bought.done.body.number}`, { headers: { cookie } })
    expect(mine.body).toMatchObject({ sum: 920, lines: [{ reasons: [{ kind: 'customer', amount: 80 }] }] })
  })

  it('gets the form pre-filled from the account, and another country’s address left out', async () => {
    const profile = {
      firstName: 'Anna',
      lastName: 'Berg',
      street: 'Storgatan 1',
      postalCode: '12345',
      city: 'Luleå',
      phone: '0701234567',
    }
    const { email } = await someAccount(profile)
    const cookie = await cookieOf(email)
    const product = await shop.addProduct()
    const open = (store: 'sv' | 'no') =>
      post('checkout', { items: [line(product)] }, { headers: { cookie }, store })
    expect((await open('sv')).body).toMatchObject({
      contact: { email, firstName: 'Anna', phone: '0701234567' },
      address: { address: 'Storgatan 1', postalCode: '12345', city: 'Luleå' },
    })
    expect((await open('no')).body).toMatchObject({ contact: { email }, address: {} })
  })

  it('gets their open checkout assigned at login, and loses the customer discount at logout', async () => {
    const { email } = await someAccount({ discounts: { B2: 1000 }, firstName: 'Anna' })
    const cookie = await cookieOf(email)
    const product = await shop.addProduct({ price: 500, discountCategory: 'B2' })
    const { id } = await openCheckout(shop, [line(product)])
    const mine = await ask(`checkout/${id}`, { headers: { cookie } })
    expect(mine.body).toMatchObject({ sum: 450, contact: { email, firstName: 'Anna' } })
    const asGuest = await post(`checkout/${id}/complete`, { ...goodForm, total: mine.body.total })
    expect([asGuest.status, asGuest.body.code]).toEqual([409, 'checkout_changed'])
    expect((await ask(`checkout/${id}`)).body.sum).toBe(500)
  })

  it('leaves no personal data on an open checkout for the next customer', async () => {
    const anna = await someAccount({ firstName: 'Anna', phone: '0701234567' })
    const boris = await someAccount({ firstName: 'Boris' })
    const headers = { cookie: await cookieOf(anna.email) }
    const product = await shop.addProduct({ price: 500 })
    const { id } = (await post('checkout', { items: [line(product)] }, { headers })).body
    const { shippingMethod } = goodForm
    const typed = { city: 'Luleå', separateDelivery: true, deliveryCity: 'Kiruna', note: 'Portkod 12' }
    await ask(`checkout/${id}`, { method: 'PATCH', headers, body: { ...typed, shippingMethod } })
    const asGuest = (await ask(`checkout/${id}`)).body
    expect(asGuest).toMatchObject({ contact: {}, address: {}, customerType: null, shippingMethod })
    expect(asGuest).toMatchObject({ separateDelivery: false, remarks: {} })
    expect(JSON.stringify(asGuest)).not.toMatch(/Anna|0701234567|Luleå|Kiruna|Portkod/)
    // Fields typed as a guest are transferred to the next customer, as at the first login.
    await ask(`checkout/${id}`, { method: 'PATCH', body: { email: 'gast@exempel.se' } })
    await ask(`checkout/${id}`, { headers })
    const changed = { method: 'PATCH', body: { city: 'Umeå' } } as const
    const his = await ask(`checkout/${id}`, { ...changed, headers: { cookie: await cookieOf(boris.email) } })
    expect(his.body).toMatchObject({
      contact: { email: boris.email, firstName: 'Boris' },
      address: { city: 'Umeå' },
    })
    expect(JSON.stringify(his.body)).not.toMatch(/gast@exempel/)
  })

  it('[ORDER-01] [ROLE-07] [API-29] reads their own orders, newest first, and nobody else’s', async () => {
    const cookie = await cookieOf((await someAccount()).email)
    const first = await placedOrder({ cookie })
    shop.now.at += 60_000
    const second = await placedOrder({ cookie }, 300)
    const guests = await placedOrder({})
    const list = await ask('orders', { headers: { cookie } })
    expect(list.body).toEqual([
      {
        id: second.done.body.number,
        store: 'sv',
        status: 'received',
        total: 369,
        currency: 'SEK',
        placed_at: expect.any(String),
      },
      expect.objectContaining({ id: first.done.body.number, total: 269 }),
    ])
    for (const number of [guests.done.body.number, 'S999999', "x' or 1=1"])
      expect((await ask(`orders/${encodeURIComponent(number)}`, { headers: { cookie } })).status).toBe(403)
    expect((await ask('orders/S1%00', { headers: { cookie } })).status).toBe(400)
    const items = { items: [], comment: '' }
    expect(
      (await ask('orders/S1%00/returns', { method: 'POST', body: items, headers: { cookie } })).status,
    ).toBe(400)
  })
})

describe('the login of one order', () => {
  it('[AUTH-09] [API-15] [API-16] [API-17] [ROLE-07] opens that order and no other', async () => {
    const mine = (await placedOrder({})).done.body.number as string
    const other = (await placedOrder({})).done.body.number as string
    const login = (order_id: string, email: string) => post('order-auth/login', { order_id, email })
    const { status, body } = await login(` ${mine.toLowerCase()} `, 'ANNA.berg@example.se')
    expect(status).toBe(200)
    const headers = bearer(body.access_token)
    expect((await ask('order-auth/info', { headers })).body).toEqual({
      user: { scope: 'my-order', order_id: mine },
    })
    expect((await ask(`orders/${mine}`, { headers })).body.number).toBe(mine)
    const refused = await ask(`orders/${other}`, { headers })
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused.body)).not.toMatch(/Anna|Storgatan/)
    for (const path of ['orders', 'auth/profile'])
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 401])
    expect((await post('auth/refresh', { refresh_token: body.refresh_token })).status).toBe(401)
    const next = await post('order-auth/refresh', { refresh_token: body.refresh_token })
    expect((await ask('order-auth/info', { headers: bearer(next.body.access_token) })).status).toBe(200)
    const wrong = [await login(mine, 'annan@example.se'), await login('S1', 'anna.berg@example.se')]
    expect(wrong.map((answer) => answer.status)).toEqual([401, 401])
    expect(wrong[0]?.body).toEqual(wrong[1]?.body)
  })

  it('cannot be guessed by trying addresses', async () => {
    const { number } = (await placedOrder({})).done.body
    const guess = (n: number) =>
      post('order-auth/login', { order_id: number, email: `g${n}@example.se` }, { address: `10.2.0.${n}` })
    const { attempts } = attemptLimits['order-proof-order']
    for (let n = 1; n <= attempts; n++) expect((await guess(n)).status).toBe(401)
    expect((await guess(attempts + 1)).status).toBe(429)
  })
})
