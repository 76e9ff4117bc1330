import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../domain/accounts/account-repository.server.ts'
import { bookShipment, type BookShipmentServices } from '../domain/dispatch/book-shipment.server.ts'
import { testServices } from '../test/composition.ts'
import { forceOrderStatus } from '../test/force-order-status.ts'
import { testActor } from '../test/test-actor.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'
import { openCarriers, type SimulatedCarriers } from '../test/simulated-carriers.ts'

let simulated: SimulatedCarriers
let shop: OrderShop
/** The account of the next request; null: a guest. */
let accountId: number | null = null
beforeAll(async () => {
  simulated = await openCarriers()
  shop = await orderShop({ carriers: simulated.accounts, accountOf: async () => accountId })
})
afterEach(() => {
  accountId = null
  return simulated.reset()
})
afterAll(async () => {
  await shop.close()
  await simulated.stop()
})

const complete = (id: string, form: object) => shop.call('POST', `/api/checkout/${id}/complete`, form)

interface Point {
  id: string
  name: string
}

async function pointsOf(
  methodId: string,
  postalCode: string,
  store: 'sv' | 'no' | 'de' = 'sv',
): Promise<Point[]> {
  const { body } = await shop.call('GET', `/api/shipping-methods?postalCode=${postalCode}`, undefined, store)
  return body.find((method: { id: string }) => method.id === methodId).service_points
}

async function openForm(shippingMethod: string) {
  const product = await shop.addProduct()
  const { id, total } = await openCheckout(shop, [line(product)], { shippingMethod })
  return { id, form: { ...goodForm, shippingMethod, total } }
}

async function pointOfOrder(confirmation: string): Promise<Point | null> {
  const order = await shop.call('GET', `/api/orders/confirmation/${confirmation}`)
  return order.body.shipping.service_point
}

it('[CHECKOUT-06] a method with pickup requires one of the carrier’s points near the postal code', async () => {
  const { id, form } = await openForm('postnord-pickup')
  const refused = async (servicePoint: string | null) => {
    const { status, body } = await complete(id, { ...form, servicePoint })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['servicePoint']])
  }
  await refused(null)
  await refused('made-up')
  // Points of another country and of another postal code exist at the carrier, but not for this address.
  await refused((await pointsOf('postnord-pickup', '0150', 'no'))[0]!.id)
  await refused((await pointsOf('postnord-pickup', '98765'))[0]!.id)
  const points = await pointsOf('postnord-pickup', '12345')
  expect(points).toHaveLength(3)
  const [point] = points
  const done = await complete(id, { ...form, servicePoint: point!.id })
  expect(done.status).toBe(200)
  expect(await pointOfOrder(done.body.confirmation)).toMatchObject({ id: point!.id, postal_code: '12345' })
})

it('[CHECKOUT-06] a locker of Instabox is kept with the token that its booking needs', async () => {
  const { id, form } = await openForm('instabox-locker')
  const [, second] = await pointsOf('instabox-locker', '12345')
  const done = await complete(id, { ...form, servicePoint: second!.id })
  expect(await pointOfOrder(done.body.confirmation)).toMatchObject({ id: second!.id, street: '' })
  const order = await shop.db
    .selectFrom('orders')
    .select('snapshot')
    .where('number', '=', done.body.number)
    .executeTakeFirstOrThrow()
  expect(order.snapshot).toMatchObject({
    shipping: {
      servicePoint: { booking: { availabilityToken: expect.any(String), sortCode: second!.id } },
    },
  })
})

it('[CHECKOUT-06] [VALID-13] a Packstation requires the recipient’s Postnummer, which books the parcel and is remembered for the account', async () => {
  const account = await createAccount(shop.db, testActor, {
    store: 'de',
    email: 'anna@beispiel.de',
    passwordHash: null,
  })
  accountId = account!.id
  const shippingMethod = 'dhl-locker'
  const product = await shop.addProduct()
  const { id, total } = await openCheckout(shop, [line(product)], { store: 'de', shippingMethod })
  const [point] = await pointsOf(shippingMethod, '10115', 'de')
  const form = {
    ...goodForm,
    phone: '0151 23456789',
    identityNumber: '31.12.1990',
    postalCode: '10115',
    shippingMethod,
    servicePoint: point!.id,
    total,
  }
  const order = (fields: object) =>
    shop.call('POST', `/api/checkout/${id}/complete`, { ...form, ...fields }, 'de')
  for (const postNumber of [undefined, '', '12345', '12345678901', '12345a'])
    expect(await order({ postNumber })).toMatchObject({
      status: 422,
      body: { errors: { postNumber: expect.stringContaining('DHL-Postnummer') } },
    })
  const methods = await shop.call('GET', '/api/shipping-methods?postalCode=10115', undefined, 'de')
  const asking = methods.body.filter((method: { needs_post_number: boolean }) => method.needs_post_number)
  expect(asking).toMatchObject([{ id: shippingMethod }])

  const kept = await shop.call('PATCH', `/api/checkout/${id}`, { postNumber: '1234 567 890' }, 'de')
  expect(kept.body.remarks).toEqual({ postNumber: '1234 567 890' })
  const { status, body } = await order({ postNumber: '1234 567 890' })
  expect(status).toBe(200)
  const { snapshot } = await shop.db
    .selectFrom('orders')
    .select('snapshot')
    .where('number', '=', body.number)
    .executeTakeFirstOrThrow()
  expect(snapshot).toMatchObject({ shipping: { customerNumber: '1234567890' } })

  await forceOrderStatus(shop.db, body.number, 'received')
  const services: BookShipmentServices = {
    ...testServices({ db: shop.db, carriers: simulated.accounts }),
    jobs: { enqueue: () => Promise.resolve(undefined as never) },
  }
  expect(await bookShipment(services, testActor, { number: body.number, ships: false })).toMatchObject({
    ok: true,
    parcel: { status: 'booked' },
  })

  const next = await openCheckout(shop, [line(product)], { store: 'de', shippingMethod })
  const read = await shop.call('GET', `/api/checkout/${next.id}`, undefined, 'de')
  expect(read.body.remarks).toEqual({ postNumber: '1234567890' })
  const door = await openCheckout(shop, [line(product)], { store: 'de', shippingMethod: 'dhl-home' })
  const toTheDoor = { ...form, shippingMethod: 'dhl-home', servicePoint: null, total: door.total }
  const sent = await shop.call(
    'POST',
    `/api/checkout/${door.id}/complete`,
    { ...toTheDoor, postNumber: 'x' },
    'de',
  )
  expect(sent.status).toBe(200)
})

it('while the carrier is down the order goes to the nearest point', async () => {
  await simulated.fault({ kind: 'disconnect', provider: 'postnord', count: 5 })
  expect(await pointsOf('postnord-pickup', '22222')).toEqual([])
  const { id, form } = await openForm('postnord-pickup')
  const done = await complete(id, { ...form, postalCode: '222 22', servicePoint: 'nearest' })
  expect(done.status).toBe(200)
  expect(await pointOfOrder(done.body.confirmation)).toBeNull()
})

it('a shopper who could not choose gets the nearest point once the carrier answers again', async () => {
  // The pause after a failure has passed.
  shop.now.at += 60_000
  const { id, form } = await openForm('postnord-pickup')
  const done = await complete(id, { ...form, postalCode: '333 33', servicePoint: 'nearest' })
  const [nearest] = await pointsOf('postnord-pickup', '33333')
  expect(await pointOfOrder(done.body.confirmation)).toMatchObject({ id: nearest!.id })
})
