import { afterAll, beforeAll, expect, it } from 'vitest'
import { shipOrder } from '../domain/dispatch/ship-order.server.ts'
import { listAudit } from '../domain/audit/audit-repository.server.ts'
import { findOrderByNumber } from '../domain/orders/order-repository.server.ts'
import { line, orderShop, type OrderShop } from '../test/order-shop.ts'
import { paidOrders } from '../test/paid-order.ts'
import { testActor } from '../test/test-actor.ts'

let shop: OrderShop
const account = { username: 'anode', password: 'secret of the portal' }
beforeAll(async () => {
  shop = await orderShop({
    callbackKeys: { instabee: { events_username: account.username, events_password: account.password } },
  })
})
afterAll(() => shop.close())

/** As in https://instabee-api-docs.vercel.app/docs/misc/events/home-delivery. */
const event = (more: object) => ({
  eventId: 'evt_abc123',
  eventType: 'DELIVERED_TO_CONSUMER',
  timestamp: '2026-11-24T16:10:00Z',
  orderId: 'order_abc123',
  packageId: 'PKG-001',
  party: 'BUDBEE',
  flow: 'DELIVERY',
  eventData: {},
  ...more,
})

async function report(body: object | string, { username, password } = account): Promise<number> {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/callbacks/instabee/deliveries',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return answer.statusCode
}

it('Budbee reports deliveries: authenticated, once, and the order is delivered with its last parcel', async () => {
  const paid = paidOrders(shop)
  const product = await shop.addProduct({ price: 200, available: 10 })
  const { number, lines } = await paid.order([line(product, 2)])
  for (const trackingNumber of ['PKG-001', 'PKG-002'])
    await shipOrder(paid.services, testActor, {
      number,
      trackingNumber,
      lines: [{ sku: lines[0]!.sku, quantity: 1 }],
    })
  const order = async () => (await findOrderByNumber(shop.db, number))!
  const day = 86_400_000
  const first = new Date(shop.now.at + day).toISOString()
  const second = new Date(shop.now.at + 2 * day).toISOString()
  shop.now.at += 3 * day

  expect(await report(event({}), { ...account, password: 'guessed' })).toBe(401)
  expect(await report('{')).toBe(400)
  expect(await report(event({ timestamp: 'yesterday' }))).toBe(400)
  // Not the recipient's yet, a return, and a parcel of somebody else's.
  expect(await report(event({ eventType: 'DELIVERED_TO_LOCKER' }))).toBe(200)
  expect(await report(event({ flow: 'RETURN' }))).toBe(200)
  expect(await report(event({ packageId: 'PKG-999' }))).toBe(200)
  expect((await shop.db.selectFrom('shipment_delivery').selectAll().execute()).length).toBe(0)

  expect(await report(event({ timestamp: first }))).toBe(200)
  expect((await order()).status).toBe('shipped')
  expect(await report(event({ packageId: 'PKG-002', eventData: { deliveredAt: second } }))).toBe(200)
  expect(await order()).toMatchObject({ status: 'delivered', deliveredAt: new Date(second) })
  // Repeated, and with another time: what is known stays.
  shop.now.at += day
  expect(await report(event({ packageId: 'PKG-002', timestamp: new Date(shop.now.at).toISOString() }))).toBe(
    200,
  )
  expect(await order()).toMatchObject({ deliveredAt: new Date(second) })
  const entries = await listAudit(shop.db, { actorKind: 'provider', limit: 10 })
  expect(entries.map(({ actor, action }) => [actor.id, action])).toEqual([['instabee', 'order.delivered']])
})

it('a shop without the account has no such address', async () => {
  const other = await orderShop()
  const { statusCode } = await other.app.inject({ method: 'POST', url: '/callbacks/instabee/deliveries' })
  expect(statusCode).toBe(404)
  await other.close()
})
