import { afterAll, describe, expect, it } from 'vitest'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { orderEvents, findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { receiveReturn, refundReturn, rejectReturn } from './handle-return.server.ts'
import { readReturns } from './register-return.server.ts'
import { findReturnByToken, returnsOf } from './return-repository.server.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { goodForm, line } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

const shop = await accountShop()
const paid = paidOrders(shop)
const { ask, post } = shop
afterAll(() => shop.close())

const day = 86_400_000

/** A delivered order of three of one product and one of another, by the customer in the headers. */
async function delivered(headers: Record<string, string> = {}) {
  const [first, second] = [await shop.addProduct({ price: 100 }), await shop.addProduct({ price: 300 })]
  const items = [line(first, 3), line(second)]
  const { shippingMethod } = goodForm
  const opened = await post('checkout', { items, coupons: [], campaignData: null }, { headers })
  const path = `checkout/${opened.body.id}`
  const chosen = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
  const done = await post(`${path}/complete`, { ...goodForm, total: chosen.body.total }, { headers })
  const number = done.body.number as string
  await ship(number)
  expect(await moveOrder(paid.services, testActor, number, 'delivered')).toEqual({ ok: true, already: false })
  return { number, first: `SKU-${first}`, second: `SKU-${second}` }
}

async function ship(number: string) {
  expect(await shipOrder(paid.services, testActor, { number, trackingNumber: 'PARCEL-1' })).toMatchObject({
    ok: true,
    repeated: false,
  })
}

const item = (sku: string, quantity = 1, reason = 'changed_mind') => ({ sku, quantity, reason })

/** The bearer token of an order's own login. */
async function orderLogin(number: string) {
  const { body } = await post('order-auth/login', { order_id: number, email: 'anna.berg@example.se' })
  return bearer(body.access_token)
}

async function customer() {
  const { email } = await shop.someAccount()
  return { cookie: await shop.cookieOf(email) }
}

describe('a return', () => {
  it('[RETURN-02] [RETURN-05] is registered with a label, and is in the customer’s list, newest first', async () => {
    const headers = await customer()
    const { number, first, second } = await delivered(headers)
    const body = { items: [item(first, 2, 'defective')], comment: ' Laddar inte ' }
    const answer = await post(`orders/${number}/returns`, body, { headers })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: `${number}-R1`,
      label_url: expect.stringMatching(/^\/sv\/my-order\/label\/[0-9a-f]{32}$/),
      transports: ['parcel'],
    })
    const slip = await findReturnByToken(shop.db, answer.body.label_url.slice(-32))
    expect(slip).toMatchObject({ comment: 'Laddar inte', items: [{ sku: first, quantity: 2 }] })
    expect(await findReturnByToken(shop.db, 'f'.repeat(32))).toBeNull()
    shop.now.at += 1000
    await post(`orders/${number}/returns`, { items: [item(second)] }, { headers })
    const list = await ask('returns', { headers })
    expect(list.body.map((entry: { id: string }) => entry.id)).toEqual([`${number}-R2`, `${number}-R1`])
    expect(list.body[1]).toMatchObject({
      order_id: number,
      store: 'sv',
      status: 'registered',
      label_url: answer.body.label_url,
      items: [{ sku: first, quantity: 2, reason: 'defective' }],
    })
  })

  it('[RETURN-02] that is sent again with its key is registered once', async () => {
    const { number, first } = await delivered()
    const headers = await orderLogin(number)
    const send = async (body: object, key?: string) =>
      post(`orders/${number}/returns`, body, {
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      })
    const body = { items: [item(first, 1)], comment: 'Tack' }
    const answers = await Promise.all([
      send(body, 'e3b0-c442'),
      send(body, 'e3b0-c442'),
      send(body, 'e3b0-c442'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    const other = await send({ items: [item(first, 2)], comment: 'Tack' }, 'e3b0-c442')
    expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
    expect((await send(body, 'another')).body.id).toBe(`${number}-R2`)
    expect((await send(body)).body.id).toBe(`${number}-R3`)
    for (const key of ['x'.repeat(65), 'a b', 'é']) expect((await send(body, key)).status).toBe(400)
  })

  it('[RETURN-03] [RETURN-04] is rejected with a code where it is not possible', async () => {
    const headers = await customer()
    const { number, first } = await delivered(headers)
    const send = (items: unknown, more = {}) =>
      post(`orders/${number}/returns`, { items, ...more }, { headers })
    const codes = [await send([]), await send([item('SKU-0')]), await send([item(first, 4)])]
    expect(codes.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'no_items'],
      [422, 'unknown_line'],
      [409, 'too_many_units'],
    ])
    for (const items of [[item(first, 0)], [item(first, 1.5)], [item(first, 1, 'x')], null, 'x'])
      expect((await send(items)).status).toBe(422)
    expect((await send([item(first)], { comment: 'a\u0000' })).status).toBe(422)
    expect((await send([item(first)], { comment: 'a'.repeat(1001) })).status).toBe(422)
    shop.now.at += 31 * day
    const late = await post(
      `orders/${number}/returns`,
      { items: [item(first)] },
      { headers: await orderLogin(number) },
    )
    expect([late.status, late.body.code]).toEqual([409, 'too_late'])
    expect(await ask('returns', { headers: await orderLogin(number) })).toMatchObject({ status: 401 })
  })

  it('is rejected before its order is delivered', async () => {
    const product = await shop.addProduct({ price: 200 })
    const { number } = await paid.order([line(product)])
    const send = async () =>
      post(
        `orders/${number}/returns`,
        { items: [item(`SKU-${product}`)] },
        { headers: await orderLogin(number) },
      )
    expect((await send()).body.code).toBe('not_delivered')
    expect(await moveOrder(paid.services, testActor, number, 'delivered')).toMatchObject({
      code: 'wrong_status',
    })
    await ship(number)
    expect((await send()).body.code).toBe('not_delivered')
    await moveOrder(paid.services, testActor, number, 'delivered')
    expect(await moveOrder(paid.services, testActor, number, 'delivered')).toEqual({
      ok: true,
      already: true,
    })
    expect(await moveOrder(paid.services, testActor, 'S1', 'delivered')).toEqual({
      ok: false,
      code: 'unknown_order',
    })
  })

  it('[RETURN-06] is for the order’s account or its own login, and nobody else', async () => {
    const owner = await customer()
    const mine = await delivered(owner)
    const other = await delivered()
    const send = (number: string, sku: string, headers: Record<string, string>) =>
      post(`orders/${number}/returns`, { items: [item(sku)] }, { headers })
    const login = await orderLogin(mine.number)
    const tries = [
      await send(mine.number, mine.first, {}),
      await send(mine.number, mine.first, await customer()),
      await send(other.number, other.first, login),
      await send(other.number, other.first, owner),
      await send('S999999', other.first, owner),
    ]
    expect(tries.map(({ status }) => status)).toEqual([401, 403, 403, 403, 403])
    expect((await send(mine.number, mine.first, owner)).status).toBe(200)
    expect((await send(mine.number, mine.first, login)).status).toBe(200)
    const fromElsewhere = { ...owner, origin: 'https://evil.example' }
    expect((await send(mine.number, mine.first, fromElsewhere)).status).toBe(403)
    const { id } = (await findOrderByNumber(shop.db, other.number))!
    expect(await returnsOf(shop.db, id)).toEqual([])
  })

  it('[RETURN-01] never exceeds the delivered quantity, also for concurrent requests', async () => {
    const { number, first } = await delivered()
    const headers = await orderLogin(number)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        post(`orders/${number}/returns`, { items: [item(first, 2)] }, { headers }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'too_many_units')).toHaveLength(5)
    expect((await post(`orders/${number}/returns`, { items: [item(first, 1)] }, { headers })).status).toBe(
      200,
    )
    expect((await post(`orders/${number}/returns`, { items: [item(first, 1)] }, { headers })).status).toBe(
      409,
    )
  })
})

describe('processing a return', () => {
  async function registered(items: (order: Awaited<ReturnType<typeof delivered>>) => object[]) {
    const order = await delivered()
    const headers = await orderLogin(order.number)
    const send = async () =>
      (await post(`orders/${order.number}/returns`, { items: items(order) }, { headers })).body.id as string
    const stored = (await findOrderByNumber(shop.db, order.number))!
    return { ...order, send, id: await send(), orderId: stored.id }
  }

  it('refunds it once, when the products have arrived; the whole order is returned then', async () => {
    const { id, number, orderId } = await registered(({ first, second }) => [
      item(first, 3),
      item(second, 1, 'other'),
    ])
    expect(await refundReturn(paid.services, testActor, id, { shipping: false })).toEqual({
      ok: false,
      code: 'wrong_status',
    })
    expect(await receiveReturn(paid.services, testActor, id.toLowerCase())).toMatchObject({ ok: true })
    const both = [0, 1].map(() => refundReturn(paid.services, testActor, id, { shipping: false }))
    const answers = await Promise.all(both)
    expect(answers.filter(({ ok }) => ok)).toMatchObject([
      { refund: { amountMinor: 60_000, reason: 'withdrawal' } },
    ])
    expect(await returnsOf(shop.db, orderId)).toMatchObject([{ status: 'refunded', refundNumber: 1 }])
    expect(await paid.status(number)).toBe('returned')
    expect(shop.enqueued.at(-1)).toMatchObject({ data: { orderId, kind: 'refund-1' } })
    const kinds = (await orderEvents(shop.db, orderId)).map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining([
        'shipped',
        'delivered',
        'return-registered',
        'return-received',
        'refund',
        'return-refunded',
        'returned',
      ]),
    )
  })

  it('rejects it, and its units may be returned again', async () => {
    const { id, number, send } = await registered(({ first }) => [item(first, 3)])
    expect(await rejectReturn(paid.services, testActor, id, 'Varan är använd.')).toMatchObject({
      ok: true,
      refund: null,
    })
    expect(await receiveReturn(paid.services, testActor, id)).toEqual({ ok: false, code: 'wrong_status' })
    expect(await send()).toBe(`${number}-R2`)
    expect(await rejectReturn(paid.services, testActor, `${number}-R9`, 'Varan är använd.')).toEqual({
      ok: false,
      code: 'unknown_return',
    })
    expect(await paid.status(number)).toBe('delivered')
  })

  it('blocks refunds of its units by hand: they are possible before it or after it is rejected', async () => {
    const { id, number, orderId, first, second } = await registered((order) => [item(order.first, 1)])
    const { lines } = (await findOrderByNumber(shop.db, number))!.snapshot
    const uuidOf = (wanted: string) => lines.find(({ sku }) => sku === wanted)!.uuid
    const refund = (sku: string, more: object) =>
      paid.refund(number, { lines: [{ uuid: uuidOf(sku), ...more }] })
    const held = { ok: false, code: 'units_in_return', uuid: uuidOf(first) }
    expect(await refund(first, { quantity: 1 })).toEqual(held)
    expect(await paid.refund(number, 'everything')).toEqual(held)
    expect(await refund(first, { amountMinor: 500 })).toMatchObject({ ok: true })
    expect(await refund(second, { quantity: 1 })).toMatchObject({ ok: true })
    await receiveReturn(paid.services, testActor, id)
    expect(await refund(first, { quantity: 1 })).toEqual(held)
    expect(await refundReturn(paid.services, testActor, id, { shipping: false })).toMatchObject({ ok: true })
    expect(await refund(first, { quantity: 1 })).toMatchObject({ ok: true })
    const order = (await findOrderByNumber(shop.db, number))!
    expect((await readReturns({ db: shop.db, clock: () => shop.now.at }, order)).lines).toMatchObject([
      { sku: first, quantity: 1 },
    ])
    expect(await returnsOf(shop.db, orderId)).toMatchObject([{ status: 'refunded', refundNumber: 3 }])
  })

  it('does not undo a refund by hand that is requested again after it', async () => {
    const { number, first } = await delivered()
    const { lines } = (await findOrderByNumber(shop.db, number))!.snapshot
    const request = { lines: [{ uuid: lines.find(({ sku }) => sku === first)!.uuid, quantity: 1 }] }
    const refund = async () => paid.refund(number, request, { idempotencyKey: 'again' })
    expect(await refund()).toMatchObject({ ok: true, repeated: false })
    const headers = await orderLogin(number)
    expect((await post(`orders/${number}/returns`, { items: [item(first, 2)] }, { headers })).status).toBe(
      200,
    )
    expect(await refund()).toMatchObject({ ok: true, repeated: true })
  })
})

describe('order tracking', () => {
  it('[TRACK-01] [TRACK-02] returns the status for number and e-mail, and a wrong pair as an unknown order', async () => {
    const product = await shop.addProduct({ price: 200 })
    const { number } = await paid.order([line(product)])
    const trackingUrl = 'https://tracking.budbee.com/PARCEL-1'
    await ship(number)
    const look = async (id: string, email: string) =>
      shop.call('GET', `/api/track-order/${id}?email=${encodeURIComponent(email)}`)
    const { status, body } = await look(number.toLowerCase(), ' ANNA.berg@example.se')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: number,
      status: 'shipped',
      carrier: expect.any(String),
      tracking_url: trackingUrl,
    })
    expect(body.events.map((event: { status: string }) => event.status)).toEqual(['received', 'shipped'])
    expect(JSON.stringify(body)).not.toMatch(/Anna|Storgatan|example\.se/)
    const wrong = [await look(number, 'annan@example.se'), await look('S1', 'anna.berg@example.se')]
    expect(wrong.map((answer) => answer.status)).toEqual([404, 404])
    expect(wrong[0]?.body).toEqual(wrong[1]?.body)
    expect((await look(`${number}%00`, 'anna.berg@example.se')).status).toBe(400)
  })
})
