import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulatedMerchant } from './merchants.ts'
import {
  checkTraffic,
  exampleCheckout,
  exampleShopper,
  openWalley,
  type WalleyWorld,
} from '../../modules/walley/walley.test-support.ts'

let world: WalleyWorld
let checkout: Record<string, unknown>

beforeEach(async () => {
  world = await openWalley()
  checkout = exampleCheckout(world.shopUrl)
})

afterEach(async () => {
  expect(checkTraffic(await world.exchanges(), { onlyAnswers: true })).toEqual([])
  await world.stop()
})

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

interface Opened {
  id: string
  token: string
}

async function initialize(changes: Record<string, unknown> = {}): Promise<Opened> {
  const { status, body } = await world.call('POST', '/checkouts', { ...checkout, ...changes })
  expect([status, body?.error]).toEqual([200, null])
  return { id: String(body?.data?.['privateId']), token: String(body?.data?.['publicToken']) }
}

async function paid(
  choice: { method?: string; outcome?: string } = {},
): Promise<Opened & { orderId: string }> {
  const opened = await initialize()
  expect(await world.pay(opened.token, choice)).toMatchObject({ kind: 'completed' })
  const order = (await read(opened.id))?.['order'] as { orderId: string }
  return { ...opened, orderId: order.orderId }
}

const read = async (id: string) => (await world.call('GET', `/checkouts/${id}`)).body?.data
const managed = async (orderId: string) => (await world.call('GET', `/manage/orders/${orderId}`)).body?.data
const act = (orderId: string, action: string, body?: object, key?: string) =>
  world.call(
    'POST',
    `/manage/orders/${orderId}/${action}`,
    body,
    key === undefined ? {} : { 'x-idempotency': key },
  )
const fault = (given: object) => world.control('POST', 'faults', { provider: 'walley', ...given })
const notified = () => world.received.filter(({ path }) => path.startsWith('/notification')).length

describe('access tokens', () => {
  it('are given for the credentials of an account and end after an hour', async () => {
    expect(await world.token()).toMatchObject({
      status: 200,
      body: { expires_in: 3599, token_type: 'Bearer' },
    })
    await initialize()
    await world.simulator.clock.advance(hourMs)
    const { status, body } = await world.call('POST', '/checkouts', checkout)
    expect([status, body?.error?.code]).toEqual([401, 401])
  })

  it.each([
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ scope: 'all' }, 400, 'invalid_scope'],
  ])('are refused for %o', async (changes, status, error) => {
    expect(await world.token(changes)).toEqual({ status, body: { error } })
  })
})

describe('a checkout session', () => {
  it('is opened, identified and paid, and read in each state', async () => {
    const { id, token } = await initialize()
    expect(token).toMatch(/^public-SE-[0-9a-f]{48}$/)
    expect(await read(id)).toMatchObject({ status: 'Initialized', customer: null, purchase: null })
    await world.shopper(token, 'identify', exampleShopper)
    expect(await read(id)).toMatchObject({
      status: 'CustomerIdentified',
      customerType: 'PrivateCustomer',
      customer: { email: 'anna@example.com', billingAddress: { city: 'Lund', country: 'Sverige' } },
    })
    expect(await world.shopper(token, 'pay', { method: 'Card' })).toEqual({
      kind: 'completed',
      redirectTo: `${world.shopUrl}/thanks?t=${token}`,
    })
    expect(await read(id)).toMatchObject({
      status: 'PurchaseCompleted',
      cart: null,
      fees: null,
      purchase: { amountToPay: 299, result: 'Preliminary', paymentName: 'Card' },
      order: { totalAmount: 299 },
    })
  })

  it('of a business store asks for the company', async () => {
    const { id, token } = await initialize({ storeId: simulatedMerchant('sv').storeIds.b2b })
    await world.shopper(token, 'identify', {
      ...exampleShopper,
      organizationNumber: '556737-0431',
      companyName: 'Ek AB',
      invoiceReference: 'KS 12',
    })
    expect(await read(id)).toMatchObject({
      customerType: 'BusinessCustomer',
      customer: null,
      businessCustomer: { organizationNumber: '556737-0431', invoiceAddress: { companyName: 'Ek AB' } },
    })
  })

  it.each([
    [{ storeId: undefined }, 400],
    [{ storeId: 4711 }, 403],
    [{ countryCode: 'NO' }, 400],
    [{ merchantTermsUri: 'http://shop.example/terms' }, 400],
    [{ notificationUri: undefined }, 400],
    [{ cart: { items: [] } }, 400],
    [{ cart: { items: [{ id: 'A', description: 'A', unitPrice: 1.005, quantity: 1, vat: 25 }] } }, 400],
    [{ cart: { items: [{ id: 'A', description: 'A', unitPrice: 1, quantity: 1.5, vat: 25 }] } }, 400],
    [
      { cart: { items: [{ id: 'A', description: 'A', unitPrice: -1, quantity: 1, vat: 25 }] }, fees: {} },
      400,
    ],
    [{ cart: { items: [{ id: 'A', description: '', unitPrice: 1, quantity: 1, vat: 25 }] } }, 400],
    [{ fees: { shipping: { id: 'pn', description: 'PostNord', unitPrice: 49 } } }, 400],
    [{ currency: 'SEK' }, 400],
  ])('is refused with %o', async (changes, expected) => {
    const { status, body } = await world.call('POST', '/checkouts', { ...checkout, ...changes })
    expect([status, body?.error?.code]).toEqual([expected, expected])
  })

  it('is refused with two items of one id', async () => {
    const item = { id: 'A', description: 'A', unitPrice: 1, quantity: 1, vat: 25 }
    const { body } = await world.call('POST', '/checkouts', { ...checkout, cart: { items: [item, item] } })
    expect(body?.error?.errors).toEqual([
      { reason: 'Validation_Error', message: 'cart: item ids must be unique within the cart' },
    ])
  })

  it('is changed until it is paid: then it is locked for a moment, and read-only', async () => {
    const { id, token } = await initialize()
    const items = [{ id: 'A', description: 'A', unitPrice: 10.5, quantity: 3, vat: 12 }]
    expect((await world.call('PUT', `/checkouts/${id}/cart`, { items })).status).toBe(200)
    expect((await world.call('PUT', `/checkouts/${id}/fees`, { shipping: null })).status).toBe(200)
    expect((await world.call('PUT', `/checkouts/${id}/reference`, { Reference: '1001' })).status).toBe(200)
    expect(await read(id)).toMatchObject({
      reference: '1001',
      cart: { totalAmount: 31.5 },
      fees: { totalAmount: 0 },
    })
    await world.pay(token)
    const locked = await world.call('PUT', `/checkouts/${id}/cart`, { items })
    expect([locked.status, locked.body?.error?.errors[0]?.reason]).toEqual([423, 'Resource_Locked'])
    await world.simulator.clock.advance(2 * secondMs)
    const refused = await world.call('PUT', `/checkouts/${id}/cart`, { items })
    expect([refused.status, refused.body?.error?.code]).toEqual([400, 900])
  })

  it('is locked while the shop validates the purchase', async () => {
    const { id, token } = await initialize()
    world.shopAnswers.set('/validation', null)
    await world.shopper(token, 'identify', exampleShopper)
    const arrived = world.nextCallback()
    const paying = world.shopper(token, 'pay', { method: 'Card' })
    await arrived
    expect(await read(id)).toMatchObject({ status: 'CommittedToPurchase', cart: { totalAmount: 250 } })
    expect((await world.call('PUT', `/checkouts/${id}/fees`, { shipping: null })).status).toBe(423)
    await world.simulator.clock.advance(10 * secondMs)
    expect(await paying).toEqual({ kind: 'refused' })
    expect(await read(id)).toMatchObject({ status: 'CustomerIdentified' })
  })

  it('ends after seven days, or when a fault asks for it', async () => {
    const { id, token } = await initialize()
    await world.simulator.clock.advance(7 * 24 * hourMs)
    const fresh = await world.token()
    const authorization = `Bearer ${String(fresh.body['access_token'])}`
    expect((await world.call('GET', `/checkouts/${id}`, undefined, { authorization })).status).toBe(404)
    expect(await world.shopper(token, 'identify', exampleShopper)).toEqual({ kind: 'gone' })
  })

  it('is not found with the credentials of another store', async () => {
    const { id } = await initialize()
    const { clientId } = simulatedMerchant('no')
    const other = await world.token({ client_id: clientId })
    const authorization = `Bearer ${String(other.body['access_token'])}`
    expect((await world.call('GET', `/checkouts/${id}`, undefined, { authorization })).status).toBe(404)
  })
})

describe('callbacks', () => {
  it('ask the shop before the purchase, and take its order number', async () => {
    world.shopAnswers.set('/validation', { status: 200, body: '{"orderReference":"SE1001"}' })
    const { id, orderId } = await paid()
    expect(world.received[0]).toEqual({ method: 'POST', path: `/validation?id=${id}`, body: '' })
    expect(await managed(orderId)).toMatchObject({ reference: 'SE1001', status: 'NotActivated' })
  })

  it('stop the purchase where the shop refuses it', async () => {
    world.shopAnswers.set('/validation', { status: 409 })
    const { id, token } = await initialize()
    expect(await world.pay(token)).toEqual({ kind: 'refused' })
    expect(await read(id)).toMatchObject({ status: 'CustomerIdentified', purchase: null })
  })

  it('notify at once and again after growing pauses until the shop answers 200', async () => {
    world.shopAnswers.set('/notification', { status: 500 })
    await paid()
    await world.simulator.clock.advance(0)
    expect(notified()).toBe(1)
    await world.simulator.clock.advance(15 * secondMs)
    expect(notified()).toBe(3)
    await world.simulator.clock.advance(3 * minuteMs + hourMs)
    expect(notified()).toBe(5)
    world.shopAnswers.delete('/notification')
    await world.simulator.clock.advance(4 * hourMs)
    expect(notified()).toBe(6)
    await world.simulator.clock.advance(48 * hourMs)
    expect(notified()).toBe(6)
  })

  it('notify again when a purchase on hold is decided', async () => {
    const { id, token, orderId } = await paid({ outcome: 'hold' })
    await world.simulator.clock.advance(0)
    expect(await read(id)).toMatchObject({ purchase: { result: 'OnHold' } })
    expect((await act(orderId, 'capture', { amount: 299 })).body?.error?.code).toBe(900)
    await world.simulator.clock.advance(10 * minuteMs)
    expect(await read(id)).toMatchObject({ purchase: { result: 'Preliminary' } })
    expect(await managed(orderId)).toMatchObject({ status: 'NotActivated' })
    expect(notified()).toBe(2)
    expect(await world.shopper(token, 'decide', { isApproved: false })).toEqual({ kind: 'gone' })
  })

  it('notify of a purchase that is rejected after a review', async () => {
    const { id, token } = await paid({ outcome: 'hold' })
    await world.simulator.clock.advance(0)
    expect(await world.shopper(token, 'decide', { isApproved: false })).toEqual({ kind: 'done' })
    await world.simulator.clock.advance(0)
    expect(await read(id)).toMatchObject({ purchase: { result: 'Rejected' } })
    expect(notified()).toBe(2)
  })

  it('are not sent for a declined payment, after which the shopper may choose another', async () => {
    const { id, token } = await initialize()
    expect(await world.pay(token, { outcome: 'decline' })).toEqual({ kind: 'declined' })
    expect(await read(id)).toMatchObject({ status: 'CustomerIdentified' })
    expect(await world.pay(token, { method: 'DirectInvoice' })).toMatchObject({ kind: 'completed' })
    expect(world.received.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/validation', '/validation'])
  })
})

describe('order management', () => {
  it('captures in parts by items and shows it seconds later', async () => {
    const { orderId } = await paid()
    const items = [{ id: 'BAT-12V', description: 'Battery 12V', unitPrice: 125, quantity: 1 }]
    const { status, headers, body } = await act(orderId, 'capture', { amount: 125, items })
    expect([status, headers.get('location'), body]).toEqual([202, `/manage/orders/${orderId}`, null])
    expect(await managed(orderId)).toMatchObject({ status: 'NotActivated' })
    await world.simulator.clock.advance(2 * secondMs)
    expect(await managed(orderId)).toMatchObject({ status: 'PartActivated' })
    expect((await act(orderId, 'capture', { amount: 174 })).status).toBe(202)
    await world.simulator.clock.advance(2 * secondMs)
    expect(await managed(orderId)).toMatchObject({ status: 'Activated', totalAmount: 299 })
  })

  it.each([
    [{ amount: 299.01 }, 900],
    [{ amount: 0 }, 400],
    [{ amount: 10.001 }, 400],
    [{ amount: 125, items: [{ id: 'BAT-12V', unitPrice: 125, quantity: 2 }] }, 400],
    [{ amount: 375, items: [{ id: 'BAT-12V', unitPrice: 125, quantity: 3 }] }, 900],
    [{ amount: 124, items: [{ id: 'BAT-12V', unitPrice: 124, quantity: 1 }] }, 400],
    [{ amount: 299, currency: 'SEK' }, 400],
  ])('refuses the capture %o', async (body, code) => {
    const { orderId } = await paid()
    const refused = await act(orderId, 'capture', body)
    expect([refused.status, refused.body?.error?.code]).toEqual([400, code])
    expect(await world.control('GET', 'payments')).toMatchObject([{ capturedMinor: 0 }])
  })

  it('carries out an operation once per idempotency key', async () => {
    const { orderId } = await paid()
    const key = 'a3f3019f-2be9-41cc-a254-7bb347238e89'
    expect((await act(orderId, 'capture', { amount: 100 }, key)).status).toBe(202)
    expect((await act(orderId, 'capture', { amount: 100 }, key)).status).toBe(202)
    expect(await world.control('GET', 'payments')).toMatchObject([{ capturedMinor: 10000 }])
  })

  it('refunds never more than was captured', async () => {
    const { orderId } = await paid()
    expect((await act(orderId, 'refund', { amount: 1 })).body?.error?.code).toBe(900)
    await act(orderId, 'capture', { amount: 299 })
    expect((await act(orderId, 'refund', { amount: 49 })).status).toBe(202)
    expect((await act(orderId, 'refund', { amount: 250.01 })).body?.error?.code).toBe(900)
    expect((await act(orderId, 'refund', { amount: 250 })).status).toBe(202)
    await world.simulator.clock.advance(2 * secondMs)
    expect(await managed(orderId)).toMatchObject({ status: 'Returned' })
  })

  it('cancels what is not captured', async () => {
    const whole = await paid()
    expect((await act(whole.orderId, 'cancel')).status).toBe(202)
    expect((await act(whole.orderId, 'cancel')).body?.error?.code).toBe(900)
    const part = await paid()
    await act(part.orderId, 'capture', { amount: 250 })
    expect((await act(part.orderId, 'cancel', { actionReference: 'rest' })).status).toBe(202)
    await world.simulator.clock.advance(2 * secondMs)
    expect(await managed(whole.orderId)).toMatchObject({ status: 'Cancelled', expiresAt: null })
    expect(await managed(part.orderId)).toMatchObject({ status: 'Activated' })
  })

  it('lets an authorization end and be extended', async () => {
    const { orderId } = await paid()
    await world.simulator.clock.advance(60 * 24 * hourMs)
    const authorization = `Bearer ${String((await world.token()).body['access_token'])}`
    const call = (method: string, path: string, body?: object) =>
      world.call(method, `/manage/orders/${orderId}${path}`, body, { authorization })
    expect((await call('GET', '')).body?.data).toMatchObject({ status: 'Expired' })
    expect((await call('POST', '/capture', { amount: 299 })).body?.error?.code).toBe(900)
    expect((await call('POST', '/extend')).status).toBe(202)
    expect((await call('POST', '/capture', { amount: 299 })).status).toBe(202)
  })
})

describe('faults', () => {
  it('change the amount and delay the record', async () => {
    await fault({ kind: 'changed_amount', byMinor: 100 })
    await fault({ kind: 'late_record', delayMs: 5_000 })
    const { orderId } = await paid()
    expect(await managed(orderId)).toBeNull()
    await world.simulator.clock.advance(5 * secondMs)
    expect(await managed(orderId)).toMatchObject({ totalAmount: 300 })
  })

  it('expire a session and lose or double a notification', async () => {
    await fault({ kind: 'expired_session' })
    const { id } = await initialize()
    expect((await world.call('GET', `/checkouts/${id}`)).status).toBe(404)
    await fault({ kind: 'lost', callback: 'notification' })
    await fault({ kind: 'doubled', callback: 'notification' })
    await paid()
    await world.simulator.clock.advance(0)
    expect(notified()).toBe(0)
    await world.simulator.clock.advance(5 * secondMs)
    expect(notified()).toBe(2)
  })
})

it('lists its payments in minor units and forgets them on a reset', async () => {
  const { id, orderId } = await paid()
  await act(orderId, 'capture', { amount: 250 })
  expect(await world.control('GET', 'payments')).toEqual([
    {
      provider: 'walley',
      id,
      status: 'PartActivated',
      currency: 'SEK',
      amountMinor: 29900,
      capturedMinor: 25000,
      refundedMinor: 0,
      authorizedMinor: 4900,
      reference: null,
    },
  ])
  await world.control('POST', 'reset')
  expect(await world.control('GET', 'payments')).toEqual([])
})

it('serves its loader script and a page in the language that the script asks for', async () => {
  const { token } = await initialize()
  const loader = await fetch(`${world.url}/walley-checkout-loader.js`)
  expect(loader.headers.get('content-type')).toContain('text/javascript')
  const page = await (await fetch(`${world.url}/page/${token}?lang=nb-NO`)).text()
  expect(page).toContain('Å betale')
  expect(page).toContain('299,00')
  expect((await fetch(`${world.url}/page/unknown?lang=%3Cscript%3E`)).status).toBe(404)
})
