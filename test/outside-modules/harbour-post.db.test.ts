/**
 * A shop with a carrier from outside (`examples/harbour-post`) in the lists that a build writes: its methods are offered,
 * priced and switched off as the shop's own, its parcels are booked and reported as delivered, and what fails of it costs
 * nothing but itself.
 */
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { SettingsAnswer } from '../../contract/admin/settings.ts'
import { startSimulator, type Simulator } from '../../examples/harbour-post/simulator/simulator.ts'
import type { OrderShop } from '../order-shop.ts'

/** The modules of a shop in which the carrier is bound: other tests of this process have the shop without it. */
async function loadShop() {
  const [{ declarations }, { carrier }] = await Promise.all([
    import('../../examples/harbour-post/module/declarations.ts'),
    import('../../examples/harbour-post/module/carrier.server.ts'),
  ])
  // Data alone: what they import is loaded again, with the lists below.
  vi.resetModules()
  vi.doMock('../../modules/outside.generated.ts', () => ({ outside: [declarations] }))
  vi.doMock('../../modules/outside-carriers.generated.ts', () => ({
    outsideCarriers: { 'harbour-post': carrier },
  }))
  // A module from outside has no such file.
  vi.doMock('../module-tests.ts', () => ({ moduleTests: [], ofModules: () => ({}) }))
  vi.doMock('../../server/outside-manifests.generated.ts', async () => {
    const { module } = await import('../../examples/harbour-post/module/module.server.ts')
    return { outsideManifests: new Map([['harbour-post', module]]) }
  })
  const modules = await Promise.all([
    import('../order-shop.ts'),
    import('../composition.ts'),
    import('../force-order-status.ts'),
    import('../test-actor.ts'),
    import('../admin/admin-shop.ts'),
    import('../../server/carrier-settings.ts'),
    import('../../domain/dispatch/book-shipment.server.ts'),
    import('../../domain/settings/settings-store.server.ts'),
    import('../../app/state/store-details.server.ts'),
    import('../../domain/parcels/parcel-repository.server.ts'),
    import('../../domain/orders/order-repository.server.ts'),
  ])
  return Object.assign({}, ...modules) as (typeof modules)[0] &
    (typeof modules)[1] &
    (typeof modules)[2] &
    (typeof modules)[3] &
    (typeof modules)[4] &
    (typeof modules)[5] &
    (typeof modules)[6] &
    (typeof modules)[7] &
    (typeof modules)[8] &
    (typeof modules)[9] &
    (typeof modules)[10]
}

let loaded: Awaited<ReturnType<typeof loadShop>>
let simulator: Simulator
let shop: OrderShop
let admin: FastifyInstance
let services: Parameters<(typeof loaded)['bookShipment']>[0]
const warnings: object[] = []

beforeAll(async () => {
  ;[simulator, loaded] = await Promise.all([startSimulator(), loadShop()])
  const { orderShop, testServices, readCarrierAccounts, readCallbackKeys } = loaded
  const env = { HARBOUR_POST_URL: simulator.url }
  const { 'harbour-post': account } = readCarrierAccounts(env, {
    simulatorUrl: simulator.url,
    publicUrl: 'http://shop.example',
  }) as Record<string, object>
  const foundation = {
    carriers: { 'harbour-post': account } as never,
    callbackKeys: readCallbackKeys(env, { isSimulated: true }),
    log: { info: () => {}, warn: (data: object) => void warnings.push(data) },
  }
  shop = await orderShop(foundation)
  await loaded.openSettings(shop.db)
  const composed = testServices({ db: shop.db, clock: () => shop.now.at, ...foundation })
  const jobs = { enqueue: () => Promise.resolve(undefined as never) }
  services = { ...composed, jobs }
  admin = await loaded.adminApp(composed, { jobs, catalogue: shop.catalogue })
})
afterEach(() => {
  simulator.answers = 'well'
  warnings.length = 0
})
afterAll(async () => {
  vi.doUnmock('../../modules/outside.generated.ts')
  vi.doUnmock('../../modules/outside-carriers.generated.ts')
  vi.doUnmock('../../server/outside-manifests.generated.ts')
  vi.doUnmock('../module-tests.ts')
  vi.resetModules()
  await admin?.close()
  await shop?.close()
  await simulator?.close()
})

interface Method {
  id: string
  name: string
  price: number
  carrier: string
  carrier_name: string
  carrier_mark: string | null
  service_points: { id: string; name: string }[]
}

async function offered(
  postalCode: string,
  customerType: 'private' | 'business' = 'private',
): Promise<Map<string, Method>> {
  const query = `postalCode=${postalCode}&customerType=${customerType}`
  const { body } = await shop.call('GET', `/api/shipping-methods?${query}`)
  return new Map((body as unknown as Method[]).map((method) => [method.id, method]))
}

/** An order that waits to be sent; answers its number. */
async function placed(
  method: string,
  given: { postalCode?: string; servicePoint?: string; product?: number } = {},
): Promise<string> {
  const { postalCode = '12345', servicePoint = null } = given
  const product = given.product ?? (await shop.addProduct({ price: 200 }))
  const { goodForm, line, openCheckout } = loaded
  const { id, total } = await openCheckout(shop, [line(product)], { shippingMethod: method })
  const form = { ...goodForm, postalCode, shippingMethod: method, servicePoint, total }
  const { status, body } = await shop.call('POST', `/api/checkout/${id}/complete`, form)
  expect([status, body]).toEqual([200, expect.anything()])
  await loaded.forceOrderStatus(shop.db, body.number, 'received')
  return body.number
}
const book = (number: string) => loaded.bookShipment(services, loaded.testActor, { number, ships: true })
const report = async ({ headers, body }: { headers: Record<string, string>; body: string }) =>
  (
    await shop.app.inject({
      method: 'POST',
      url: '/callbacks/harbour-post/deliveries',
      headers,
      payload: body,
    })
  ).statusCode
const orderOf = async (number: string) => (await loaded.findOrderByNumber(shop.db, number))!

it('the checkout offers its methods with their points, and the footer names it in words', async () => {
  const methods = await offered('12345')
  expect(methods.get('harbour-post-home')).toMatchObject({
    name: 'Harbour Post hem till dörren',
    price: 59,
    carrier: 'harbour-post',
    carrier_name: 'Harbour Post',
    carrier_mark: null,
    service_points: [],
  })
  expect(methods.get('harbour-post-pickup')?.service_points).toMatchObject([
    { id: 'point-1', name: 'Harbour Post 1' },
    { id: 'point-2', name: 'Harbour Post 2' },
  ])
  expect(methods.get('budbee-home')).toMatchObject({ carrier_name: 'Budbee', carrier_mark: 'budbee' })
  expect(loaded.storeDetails('sv')).toMatchObject({ otherCarriers: ['Harbour Post'] })
  expect(loaded.storeDetails('sv').carriers).not.toContain('harbour-post')
})

it('a method for businesses is offered to them alone, and its price is not shown before', async () => {
  const id = 'harbour-post-office'
  expect((await offered('12345')).has(id)).toBe(false)
  expect((await offered('12345', 'business')).get(id)).toMatchObject({ price: 89 })
  expect(loaded.storeDetails('sv').delivery.map((method) => method.id)).toEqual(
    expect.not.arrayContaining([id]),
  )
  const product = await shop.addProduct({ price: 200 })
  const checkout = await loaded.openCheckout(shop, [loaded.line(product)], { shippingMethod: id })
  const form = { ...loaded.goodForm, shippingMethod: id, total: checkout.total }
  const complete = (more: object) =>
    shop.call('POST', `/api/checkout/${checkout.id}/complete`, { ...form, ...more })
  expect(await complete({})).toMatchObject({
    status: 422,
    body: { errors: { shippingMethod: expect.any(String) } },
  })
  const business = { customerType: 'business', companyName: 'Verk AB', identityNumber: '556737-0431' }
  expect(await complete(business)).toMatchObject({ status: 200 })
})

it('an order goes to the chosen point: staff book its parcel, and a report delivers it', async () => {
  const number = await placed('harbour-post-pickup', { servicePoint: 'point-2' })
  const booked = await book(number)
  const [parcel] = simulator.parcels.filter(({ reference }) => reference === `${number}-P1`)
  expect(parcel).toMatchObject({ point: 'point-2' })
  expect(booked).toMatchObject({
    ok: true,
    parcel: { carrier: 'harbour-post', status: 'booked', trackingNumber: parcel!.number },
    shipment: { ok: true, shipment: { carrier: 'harbour-post', isLast: true } },
  })
  const [stored] = await loaded.parcelsOf(shop.db, (await orderOf(number)).id)
  expect(Buffer.from(stored!.label!).toString('latin1')).toMatch(/^%PDF-/)
  const { body } = await shop.call('GET', `/api/track-order/${number}?email=anna.berg@example.se`)
  expect(body).toMatchObject({
    status: 'shipped',
    parcels: [
      {
        carrier: 'harbour-post',
        tracking_url: `https://track.harbour-post.example/${parcel!.number}`,
      },
    ],
  })

  shop.now.at += 86_400_000
  const at = new Date(shop.now.at - 3_600_000)
  expect(await report(simulator.deliver(parcel!.number, at, 'guessed'))).toBe(401)
  const nonsense = simulator.deliver(parcel!.number, at)
  expect(await report({ ...nonsense, body: '{' })).toBe(401)
  expect(await orderOf(number)).toMatchObject({ status: 'shipped' })
  expect(await report(nonsense)).toBe(200)
  expect(await orderOf(number)).toMatchObject({ status: 'delivered' })
  expect(await report(nonsense)).toBe(200)
})

it('staff price its methods, switch them off and on again, and see its account', async () => {
  const owner = await loaded.signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  const read = async () => {
    const { body } = await loaded.callAdmin(admin, owner, 'GET', 'settings/sv')
    return body as SettingsAnswer
  }
  const settings = await read()
  expect(settings.methods.map(({ id }) => id)).toContain('harbour-post-home')
  expect(settings.carrierAccounts).toContainEqual(expect.objectContaining({ provider: 'harbour-post' }))
  const change = async (more: object) => {
    const { shipping } = await read()
    const methods = shipping.value.methods.map((each) =>
      each.id === 'harbour-post-home' ? { ...each, ...more } : each,
    )
    const { status } = await loaded.callAdmin(admin, owner, 'PUT', 'settings/sv', {
      section: 'shipping',
      value: { methods },
      version: shipping.version,
    })
    expect(status).toBe(200)
    await loaded.openSettings(shop.db)
  }
  await change({ price: 69 })
  expect((await offered('12345')).get('harbour-post-home')).toMatchObject({ price: 69 })
  await change({ offered: false })
  expect((await offered('12345')).has('harbour-post-home')).toBe(false)
  await change({ offered: true, price: 59 })
  expect((await offered('12345')).get('harbour-post-home')).toMatchObject({ price: 59 })
})

it.each(['fault', 'nonsense'] as const)(
  'with an answer that is %s the shop goes on: the parcel is booked when the carrier answers again',
  async (answers) => {
    // Nothing is kept of another postal code, and the pause after a failure is over.
    shop.now.at += 3_600_000
    simulator.answers = answers
    const postalCode = answers === 'fault' ? '22222' : '33333'
    const methods = await offered(postalCode)
    expect(methods.get('harbour-post-pickup')?.service_points).toEqual([])
    expect(methods.has('budbee-home')).toBe(true)
    const number = await placed('harbour-post-pickup', { postalCode, servicePoint: 'nearest' })
    expect(await book(number)).toMatchObject({
      ok: true,
      parcel: { status: 'unknown', problem: 'carrier_unavailable' },
    })
    expect(await orderOf(number)).toMatchObject({ status: 'received' })
    expect(warnings).toContainEqual(
      expect.objectContaining({ module: 'harbour-post', carrier: 'harbour-post', call: 'book' }),
    )
    simulator.answers = 'well'
    expect(await book(number)).toMatchObject({ ok: true, parcel: { status: 'booked', isShipped: true } })
    expect(await orderOf(number)).toMatchObject({ status: 'shipped' })
  },
)

it('a use case of modules ships with it what goes with another method', async () => {
  const number = await placed('budbee-home')
  const { shipOrder } = await import('../../sdk/outside/use-cases.ts')
  const shipment = { order: number, carrier: 'harbour-post', trackingNumber: 'HP-OTHER' }
  expect(await shipOrder(services, loaded.testActor, shipment)).toMatchObject({ ok: true, shipment: 1 })
})

it('staff read the reason of a refusal in the words of the carrier', async () => {
  const heavy = await shop.addProduct({ price: 200 })
  await shop.db.updateTable('product').set({ gross_weight_g: 16_000 }).where('id', '=', heavy).execute()
  const number = await placed('harbour-post-home', { product: heavy })
  expect(await book(number)).toEqual({
    ok: false,
    code: 'carrier_refused',
    reason: 'The parcel is too heavy.',
  })
})
