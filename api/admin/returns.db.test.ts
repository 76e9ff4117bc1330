import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { toSku } from '../../domain/products/sku.ts'
import { addReturnPhoto } from '../../domain/returns/return-photos.server.ts'
import { registerReturn } from '../../domain/returns/register-return.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let app: FastifyInstance
let orders: ReturnType<typeof paidOrders>
let karin: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  karin = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

/** A delivered order of two units, of which one comes back as faulty, with a photo. */
async function faultyReturn() {
  const product = await shop.addProduct({ available: 5, price: 200 })
  const order = await orders.order([line(product, 2)])
  await shipOrder(orders.services, testActor, { number: order.number, trackingNumber: 'PARCEL-1' })
  await moveOrder(orders.services, testActor, order.number, 'delivered')
  const items = [{ sku: toSku(`SKU-${product}`), quantity: 1, reason: 'defective' as const }]
  const services = {
    ...testServices({ db: shop.db, clock: () => shop.now.at }),
    ...orders.services,
    catalogue: shop.catalogue,
  }
  const answer = await registerReturn(services, testActor, order.number, {
    items,
    comment: '<b>Gnistrar</b>',
  })
  if (!answer.ok) throw new Error(answer.code)
  const added = await addReturnPhoto(orders.services, testActor, {
    orderNumber: order.number,
    number: 1,
    bytes: await photo().jpeg().toBuffer(),
  })
  if (!added.ok) throw new Error(added.code)
  return { id: answer.registered.id, order: order.number, sku: items[0]!.sku, photo: added.id }
}

describe('the page of a return', () => {
  it('shows its goods, the words and photos of the buyer, and the amount that its refund books', async () => {
    const { id, order, sku, photo: taken } = await faultyReturn()
    const read = async () => (await callAdmin(app, karin, 'GET', `returns/${id}`)).body as { amount: number }
    const page = await read()
    expect(page).toMatchObject({
      id,
      order,
      status: 'registered',
      items: [{ sku, quantity: 1, reason: 'defective', transport: 'parcel', exchange: null }],
      comment: '<b>Gnistrar</b>',
      photos: [taken],
      currency: 'SEK',
      amount: 200,
      refund: null,
    })
    for (const action of ['receive', 'inspect', 'refund'])
      expect((await callAdmin(app, karin, 'POST', `returns/${id}/actions`, { action })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'refunded', refund: 1, amount: page.amount })
    const { refunds } = (await callAdmin(app, karin, 'GET', `orders/${order}`)).body as {
      refunds: { amount: number }[]
    }
    expect(refunds.map(({ amount }) => amount)).toEqual([page.amount])
  })

  it('serves its photos to staff of its store alone, and those of no other return', async () => {
    const own = await faultyReturn()
    const other = await faultyReturn()
    const load = (id: string, taken: number, { headers } = karin) =>
      app.inject({ url: `/admin/api/returns/${id}/photos/${taken}`, headers })
    const answer = await load(own.id, own.photo)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await load(own.id, other.photo)).statusCode).toBe(404)
    const norwegian = await signedInStaff(shop.db, { role: 'service', stores: ['no'], now: shop.now.at })
    expect((await load(own.id, own.photo, norwegian)).statusCode).toBe(403)
    expect((await callAdmin(app, norwegian, 'GET', `returns/${own.id}`)).status).toBe(403)
    expect((await callAdmin(app, karin, 'GET', `returns/${own.order}-R9`)).body).toEqual({
      code: 'unknown_return',
    })
  })
})
