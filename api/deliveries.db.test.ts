/** When the goods of an order arrive, from the delivery methods to the order (decision 92). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../domain/books/check-books.server.ts'
import { shipOrder } from '../domain/dispatch/ship-order.server.ts'
import { lockOwedMails } from '../domain/order-mails/owed-mails.server.ts'
import { findOrderByNumber } from '../domain/orders/order-repository.server.ts'
import { paymentOfOrder } from '../domain/payments/shown-payment.server.ts'
import { orderMailRows } from '../providers/mail/order-mail-rows.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'
import { testKeys } from '../test/keyring.ts'
import { paidOrders } from '../test/paid-order.ts'
import { testActor } from '../test/test-actor.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

/** In stock on Monday in a week; the shop's clock shows a Friday. */
const laterAt = '2026-11-30T00:00:00.000Z'

async function arrivalsOf(checkout: string) {
  const { body } = await shop.call('GET', `/api/shipping-methods?postalCode=12345&checkout=${checkout}`)
  return Object.fromEntries(
    (body as { id: string; estimated: object }[]).map(({ id, estimated }) => [id, estimated]),
  )
}

it('[CHECKOUT-05] [ORDER-02] an order arrives with its latest goods, wherever its date is read', async () => {
  const inStock = await shop.addProduct({ price: 200 })
  const awaited = await shop.addProduct({ price: 100, available: 0, incoming: 5, incomingAt: laterAt })
  const { id } = await openCheckout(shop, [line(inStock)])
  expect((await arrivalsOf(id))[goodForm.shippingMethod]).toMatchObject({
    from: '2026-11-23',
    to: '2026-11-24',
  })

  const both = await openCheckout(shop, [line(inStock), line(awaited, 2)])
  const arrival = { from: '2026-12-01', to: '2026-12-02' }
  expect((await arrivalsOf(both.id))[goodForm.shippingMethod]).toMatchObject(arrival)
  const done = await shop.call('POST', `/api/checkout/${both.id}/complete`, {
    ...goodForm,
    total: both.total,
  })
  expect(done.status).toBe(200)
  const { body: order } = await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
  expect(order).toMatchObject({
    shipping: { arrival },
    lines: [{ estimated_at: null }, { estimated_at: laterAt }],
  })
})

it('an order with goods of unknown date promises none', async () => {
  const awaited = await shop.addProduct({ price: 300, available: 0, incoming: 5 })
  const { id, total } = await openCheckout(shop, [line(awaited)])
  expect((await arrivalsOf(id))[goodForm.shippingMethod]).toMatchObject({ from: null, to: null })
  const done = await shop.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })
  const { rows } = await sql<{ arrival: object | null }>`
    select snapshot->'shipping'->'arrival' as arrival from orders where number = ${done.body.number}`.execute(
    shop.db,
  )
  expect(rows[0]).toEqual({ arrival: null })
})

it('[CHECKOUT-10] [ORDER-02] is delivered in two parts where the buyer wants it, each captured when it leaves', async () => {
  const inStock = await shop.addProduct({ price: 200, name: 'Laddare' })
  const awaited = await shop.addProduct({
    price: 100,
    name: 'Lampa',
    available: 0,
    incoming: 5,
    incomingAt: laterAt,
  })
  const lines = [line(inStock), line(awaited, 2)]
  const { id, total } = await openCheckout(shop, lines)
  expect(total).toBe(400 + 69)
  const [first, rest] = lines.map(({ uuid }) => uuid)
  const offered = await shop.call('GET', `/api/shipping-methods?postalCode=12345&checkout=${id}`)
  expect(
    (offered.body as { id: string }[]).find((each) => each.id === goodForm.shippingMethod),
  ).toMatchObject({
    price: 69,
    estimated: { from: '2026-12-01', to: '2026-12-02' },
    split: { price: 69, first: { from: '2026-11-23', to: '2026-11-24' } },
  })
  const chosen = await shop.call('PATCH', `/api/checkout/${id}`, { splitDelivery: true })
  expect(chosen.body).toMatchObject({
    shipping: 138,
    total: 538,
    split_delivery: { chosen: true, first: [first], rest: [rest] },
  })
  // The total without the second delivery is no longer the one the shopper was shown.
  expect(await shop.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })).toMatchObject({
    status: 409,
    body: { total: 538 },
  })
  const done = await shop.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total: 538 })
  expect(done.status).toBe(200)
  const { body: order } = await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
  expect(order.shipping).toMatchObject({
    price: 138,
    arrival: { from: '2026-12-01' },
    deliveries: [
      { lines: [first], arrival: { from: '2026-11-23', to: '2026-11-24' } },
      { lines: [rest], arrival: { from: '2026-12-01', to: '2026-12-02' } },
    ],
  })
  const stored = (await findOrderByNumber(shop.db, done.body.number))!
  const payment = await paymentOfOrder(shop.db, stored)
  const mail = orderMailRows({ ...stored, payment }, 'http://shop.example', true).delivery.join('\n')
  expect(mail).toContain('1 × Laddare: Beräknad leverans 23–24 november 2026')
  expect(mail).toContain('2 × Lampa: Beräknad leverans 1–2 december 2026')

  const paid = paidOrders(shop)
  const ship = (trackingNumber: string) =>
    shipOrder(paid.services, testActor, { number: stored.number, trackingNumber })
  expect(await ship('P1')).toMatchObject({
    shipment: { units: new Map([[first, 1]]), isLast: false, amountMinor: 33_800 },
  })
  const track = async () =>
    (await shop.call('GET', `/api/track-order/${stored.number}?email=${stored.snapshot.customer.email}`)).body
  expect(await track()).toMatchObject({
    status: 'processing',
    parcels: [{ number: 1, lines: [{ name: 'Laddare', quantity: 1 }] }],
    coming: [{ name: 'Lampa', quantity: 2, arrival: { from: '2026-12-01', to: '2026-12-02' } }],
  })
  const owed = await shop.db
    .transaction()
    .execute((trx) =>
      lockOwedMails(
        trx,
        { keys: testKeys, clock: paid.services.clock },
        { orderId: stored.id, kind: 'shipped-1', admission: 'now' },
      ),
    )
  expect(owed?.mails).toMatchObject([
    { content: 'shipped', coming: [{ uuid: rest, quantity: 2, arrival: { from: '2026-12-01' } }] },
  ])
  expect(await ship('P2')).toMatchObject({
    shipment: { units: new Map([[rest, 2]]), isLast: true, amountMinor: 20_000 },
  })
  expect(await track()).toMatchObject({ parcels: [{ number: 1 }, { number: 2 }], coming: [] })
  expect(await paid.attemptOf(stored.id)).toMatchObject({ status: 'captured', captured: 53_800 })
  expect((await paid.papers(stored.id)).map(({ amount }) => amount)).toEqual([33_800, 20_000])
  const { differences } = await checkBooks(shop.db, { stores: ['sv'], atProviders: null })
  expect(differences).toEqual([])
})

it('a second delivery is free above the free limit, and a cart that leaves together cannot be divided', async () => {
  const inStock = await shop.addProduct({ price: 1000 })
  const awaited = await shop.addProduct({ price: 100, available: 0, incoming: 5, incomingAt: laterAt })
  const { id } = await openCheckout(shop, [line(inStock), line(awaited)])
  const patch = await shop.call('PATCH', `/api/checkout/${id}`, { splitDelivery: true })
  expect(patch.body).toMatchObject({ shipping: 0, total: 1100, split_delivery: { chosen: true } })
  const together = await openCheckout(shop, [line(awaited)])
  const same = await shop.call('PATCH', `/api/checkout/${together.id}`, { splitDelivery: true })
  expect(same.body).toMatchObject({ shipping: 69, split_delivery: null })
})

it('[CHECKOUT-05] a product’s days and prices for a postal code are those it will have at checkout', async () => {
  const awaited = await shop.addProduct({ price: 120, available: 0, incoming: 5, incomingAt: laterAt })
  const gone = await shop.addProduct({ available: 0 })
  const ask = async (id: number, postalCode: string) =>
    (await shop.call('GET', `/api/shipping-methods?postalCode=${postalCode}&sku=SKU-${id}`)).body
  const ofMethod = (methods: { id: string }[]) => methods.find(({ id }) => id === goodForm.shippingMethod)
  expect(ofMethod(await ask(awaited, '12345'))).toMatchObject({
    price: 69,
    estimated: { from: '2026-12-01', to: '2026-12-02' },
    service_points: [],
  })
  // Kiruna is a day further away, here and in the order.
  const further = { from: '2026-12-02', to: '2026-12-03' }
  expect(ofMethod(await ask(awaited, '98131'))).toMatchObject({ estimated: { min_days: 2, ...further } })
  const { id, total } = await openCheckout(shop, [line(awaited)])
  const form = { ...goodForm, postalCode: '981 31', city: 'Kiruna' }
  const done = await shop.call('POST', `/api/checkout/${id}/complete`, { ...form, total })
  expect((await findOrderByNumber(shop.db, done.body.number))?.snapshot.shipping.arrival).toEqual(further)
  expect(await ask(gone, '12345')).toEqual([])
})
