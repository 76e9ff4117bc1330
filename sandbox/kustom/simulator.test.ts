import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasPublishedApis } from '../../test/published-api.ts'
import {
  checkTraffic,
  exampleOrder,
  openKustom,
  type KustomWorld,
} from '../../modules/kustom/kustom.test-support.ts'

let world: KustomWorld
let order: Record<string, unknown>

beforeEach(async () => {
  world = await openKustom()
  order = exampleOrder(world.shopUrl)
})

afterEach(async () => {
  await world.stop()
})

const checkout = '/checkout/v3/orders'
const management = '/ordermanagement/v1/orders'
const minuteMs = 60_000
const hourMs = 60 * minuteMs

async function create(changes: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await world.call('POST', checkout, { ...order, ...changes })
  expect([status, body?.['error_messages']]).toEqual([201, undefined])
  return String(body?.['order_id'])
}

const pay = (id: string) => world.shopper(id, 'pay', { method: 'INVOICE' })

async function paidOrder(): Promise<string> {
  const id = await create()
  expect(await pay(id)).toMatchObject({ kind: 'completed' })
  return id
}

const managed = async (id: string) => (await world.call('GET', `${management}/${id}`)).body

describe('checkout orders', () => {
  it('are created with an id, an address and a snippet', async () => {
    const { status, headers, body } = await world.call('POST', checkout, order)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'checkout_incomplete',
      purchase_country: 'se',
      order_amount: 29800,
      started_at: '2026-11-22T12:00:00Z',
    })
    expect(headers.get('location')).toBe(`${world.url}${checkout}/${String(body?.['order_id'])}`)
    expect(body?.['html_snippet']).toMatch(/^<div id="klarna-checkout-container"/)
  })

  it('are refused without credentials, with a page that is not JSON', async () => {
    const { status, body, headers } = await world.call('POST', checkout, order, {
      authorization: 'Basic bm9ib2R5OnNlY3JldA==',
    })
    expect([status, body]).toEqual([401, null])
    expect(headers.get('content-type')).toContain('text/html')
  })

  it.each([
    ['without a locale', { locale: undefined }, 'Bad value: locale'],
    ['with a wrong sum', { order_amount: 29801 }, 'Bad value: order_amount'],
    ['with a wrong sum of tax', { order_tax_amount: 5961 }, 'Bad value: order_tax_amount'],
    ['in a currency the merchant has not', { purchase_currency: 'NOK' }, 'Bad value: purchase_currency'],
    ['with a fraction', { order_amount: 29800.5 }, 'Bad value: order_amount'],
    [
      'with a validation that is not https',
      {
        merchant_urls: {
          terms: '',
          checkout: '',
          confirmation: '',
          push: '',
          validation: 'http://a.example/',
        },
      },
      'Bad value: merchant_urls.validation',
    ],
    [
      'without a push',
      { merchant_urls: { terms: '', checkout: '', confirmation: '' } },
      'Bad value: merchant_urls.push',
    ],
    [
      'with a line without a name',
      {
        order_lines: [
          { quantity: 1, unit_price: 29800, tax_rate: 2500, total_amount: 29800, total_tax_amount: 5960 },
        ],
      },
      'Bad value: order_lines[0].name',
    ],
  ])('are refused %s', async (_case, changes, message) => {
    const { status, body } = await world.call('POST', checkout, { ...order, ...changes })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error_code: 'BAD_VALUE', error_messages: [message] })
    expect(body?.['correlation_id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('are updated by the fields that are sent, and another merchant does not see them', async () => {
    const id = await create()
    const { body } = await world.call('POST', `${checkout}/${id}`, { merchant_reference1: 'SE1002' })
    expect(body).toMatchObject({ merchant_reference1: 'SE1002', order_amount: 29800 })
    const norwegian = { authorization: `Basic ${Buffer.from('simulated-no:simulated').toString('base64')}` }
    expect((await world.call('GET', `${checkout}/${id}`, undefined, norwegian)).status).toBe(404)
  })

  it('expire 48 hours after the last change: 404 with an empty body', async () => {
    const id = await create()
    await world.simulator.clock.advance(47 * hourMs)
    await world.call('POST', `${checkout}/${id}`, { merchant_data: 'x' })
    await world.simulator.clock.advance(47 * hourMs)
    expect((await world.call('GET', `${checkout}/${id}`)).status).toBe(200)
    await world.simulator.clock.advance(2 * hourMs)
    expect(await world.call('GET', `${checkout}/${id}`)).toMatchObject({ status: 404, body: null })
    expect(await world.call('POST', `${checkout}/${id}`, {})).toMatchObject({ status: 404, body: null })
  })

  it('expire at once when a fault says so', async () => {
    const id = await create()
    await world.control('POST', 'faults', { kind: 'expired_session', provider: 'kustom' })
    expect((await world.call('POST', `${checkout}/${id}`, {})).status).toBe(404)
  })

  it('are read-only after the purchase and after an abort', async () => {
    const paid = await paidOrder()
    expect(await world.call('POST', `${checkout}/${paid}`, {})).toMatchObject({
      status: 403,
      body: { error_code: 'READ_ONLY_ORDER' },
    })
    const aborted = await create()
    expect((await world.call('POST', `${checkout}/${aborted}/abort`)).status).toBe(200)
    expect((await world.call('POST', `${checkout}/${aborted}`, {})).status).toBe(403)
    expect(await pay(aborted)).toEqual({ kind: 'gone' })
  })
})

describe('a purchase', () => {
  it('is validated, completed and redirected to the confirmation', async () => {
    const id = await create()
    expect(await pay(id)).toEqual({
      kind: 'completed',
      redirectTo: `${world.shopUrl}/confirmation?kco=${id}`,
    })
    expect(world.received.map(({ path }) => path)).toEqual([`/validation?kco=${id}`])
    expect(JSON.parse(world.received[0]?.body ?? '')).toMatchObject({ order_id: id, order_amount: 29800 })
    expect((await world.call('GET', `${checkout}/${id}`)).body).toMatchObject({ status: 'checkout_complete' })
    expect(await managed(id)).toMatchObject({
      status: 'AUTHORIZED',
      order_amount: 29800,
      remaining_authorized_amount: 29800,
      merchant_reference1: 'SE1001',
      initial_payment_method: { type: 'INVOICE' },
    })
  })

  it('is refused by 303 and by 400 with a text, and can then be tried again', async () => {
    const id = await create()
    world.shopAnswers.set('/validation', { status: 303, headers: { location: `${world.shopUrl}/sold-out` } })
    expect(await pay(id)).toEqual({ kind: 'redirected', redirectTo: `${world.shopUrl}/sold-out` })
    world.shopAnswers.set('/validation', {
      status: 400,
      body: '{"error_type":"approval_failed","error_text":"Slut i lager"}',
    })
    expect(await pay(id)).toEqual({ kind: 'refused', message: 'Slut i lager' })
    world.shopAnswers.delete('/validation')
    expect(await pay(id)).toMatchObject({ kind: 'completed' })
  })

  it('fails after 10 seconds without a required validation', async () => {
    const id = await create()
    world.shopAnswers.set('/validation', null)
    const asked = world.nextCallback()
    const result = pay(id)
    await asked
    expect((await world.call('POST', `${checkout}/${id}`, {})).status).toBe(403)
    await world.simulator.clock.advance(10_000)
    expect(await result).toEqual({ kind: 'failed' })
    expect((await world.call('POST', `${checkout}/${id}`, {})).status).toBe(200)
  })

  it('is approved after 3 seconds without a validation that is not required', async () => {
    const id = await create({ options: {} })
    world.shopAnswers.set('/validation', null)
    const asked = world.nextCallback()
    const result = pay(id)
    await asked
    await world.simulator.clock.advance(3_000)
    expect(await result).toMatchObject({ kind: 'completed' })
  })

  it('takes the amounts that the shop answers to a new address', async () => {
    const urls = { ...(order['merchant_urls'] as object), address_update: `${world.shopUrl}/address` }
    const id = await create({ merchant_urls: urls })
    const line = (order['order_lines'] as object[])[0]
    world.shopAnswers.set('/address', {
      status: 200,
      body: JSON.stringify({
        order_amount: 24900,
        order_tax_amount: 4980,
        order_lines: [line],
        purchase_currency: 'SEK',
      }),
    })
    const address = { email: 'anna@example.com', postal_code: '11122', given_name: 'Anna' }
    expect(await world.shopper(id, 'address', { address, customerType: 'person' })).toEqual({ kind: 'done' })
    expect((await world.call('GET', `${checkout}/${id}`)).body).toMatchObject({
      order_amount: 24900,
      billing_address: { postal_code: '11122', country: 'se' },
    })
  })

  it('adds the delivery that the shopper chooses in the frame to the total', async () => {
    const id = await create({
      shipping_options: [
        { id: 'pn', name: 'PostNord', price: 4900, tax_amount: 980, tax_rate: 2500, preselected: true },
        { id: 'home', name: 'Hem', price: 9900, tax_amount: 1980, tax_rate: 2500 },
      ],
    })
    await world.shopper(id, 'shipping', { id: 'home' })
    await pay(id)
    expect(await managed(id)).toMatchObject({
      order_amount: 39700,
      order_lines: [{}, {}, { reference: 'home' }],
    })
  })

  it('is reported after 2, 5, 15, 30 and 60 minutes and every 4 hours until it is acknowledged', async () => {
    const id = await paidOrder()
    const pushes = () => world.received.filter(({ path }) => path === `/push?kco=${id}`)
    const counts: number[] = []
    for (const minutes of [2, 3, 10, 15, 30, 180, 240]) {
      await world.simulator.clock.advance(minutes * minuteMs)
      counts.push(pushes().length)
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(pushes()[0]?.body).toBe('')
    expect((await world.call('POST', `${management}/${id}/acknowledge`)).status).toBe(204)
    await world.simulator.clock.advance(48 * hourMs)
    expect(pushes()).toHaveLength(7)
  })

  it('is not found in order management while its record is late', async () => {
    await world.control('POST', 'faults', { kind: 'late_record', provider: 'kustom', delayMs: 5_000 })
    const id = await paidOrder()
    expect(await managed(id)).toMatchObject({ error_code: 'NO_SUCH_ORDER' })
    await world.simulator.clock.advance(5_000)
    expect(await managed(id)).toMatchObject({ status: 'AUTHORIZED' })
  })

  it('has another amount when a fault says so', async () => {
    await world.control('POST', 'faults', { kind: 'changed_amount', provider: 'kustom', byMinor: -100 })
    expect(await managed(await paidOrder())).toMatchObject({ order_amount: 29700 })
  })
})

describe('order management', () => {
  const capture = (id: string, captured_amount: number, headers = {}) =>
    world.call('POST', `${management}/${id}/captures`, { captured_amount }, headers)
  const refund = (id: string, refunded_amount: number) =>
    world.call('POST', `${management}/${id}/refunds`, { refunded_amount })

  it('captures in parts, never more than was authorized, and releases the rest', async () => {
    const id = await paidOrder()
    const first = await capture(id, 24900)
    expect([first.status, first.headers.get('capture-id')]).toEqual([
      201,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ])
    expect(await managed(id)).toMatchObject({ status: 'PART_CAPTURED', remaining_authorized_amount: 4900 })
    expect(await capture(id, 4901)).toMatchObject({
      status: 403,
      body: { error_code: 'CAPTURE_NOT_ALLOWED' },
    })
    expect((await world.call('POST', `${management}/${id}/release-remaining-authorization`)).status).toBe(204)
    expect(await managed(id)).toMatchObject({ status: 'CAPTURED', remaining_authorized_amount: 0 })
    expect((await capture(id, 1)).status).toBe(403)
  })

  it('refunds never more than was captured', async () => {
    const id = await paidOrder()
    expect(await refund(id, 1)).toMatchObject({ status: 403, body: { error_code: 'REFUND_NOT_ALLOWED' } })
    await capture(id, 20000)
    const given = await refund(id, 15000)
    expect([given.status, given.headers.get('refund-id')]).toEqual([201, expect.any(String)])
    expect((await refund(id, 5001)).status).toBe(403)
    expect(await managed(id)).toMatchObject({
      refunded_amount: 15000,
      captures: [{ refunded_amount: 15000 }],
    })
  })

  it('is listed with its amounts by the control endpoint', async () => {
    const [open, paid] = [await create({ merchant_reference1: undefined }), await paidOrder()]
    await capture(paid, 20000)
    await refund(paid, 500)
    const amounts = { provider: 'kustom', currency: 'SEK', amountMinor: 29800 }
    expect(await world.control('GET', 'payments')).toEqual([
      {
        ...amounts,
        id: open,
        status: 'checkout_incomplete',
        capturedMinor: 0,
        refundedMinor: 0,
        authorizedMinor: 0,
        reference: null,
      },
      {
        ...amounts,
        id: paid,
        status: 'PART_CAPTURED',
        capturedMinor: 20000,
        refundedMinor: 500,
        authorizedMinor: 9800,
        reference: 'SE1001',
      },
    ])
    await world.control('POST', 'reset')
    expect(await world.control('GET', 'payments')).toEqual([])
  })

  it('carries a repeated request out once, whatever it contains', async () => {
    const id = await paidOrder()
    const key = { 'klarna-idempotency-key': '0b3b5c4e-5a0a-4a52-9a3a-3d8a2b6f1c11' }
    const first = await capture(id, 10000, key)
    const second = await capture(id, 20000, key)
    expect(second.headers.get('capture-id')).toBe(first.headers.get('capture-id'))
    expect(await managed(id)).toMatchObject({ captured_amount: 10000 })
  })

  it('cancels only what has no captures', async () => {
    const captured = await paidOrder()
    await capture(captured, 100)
    expect(await world.call('POST', `${management}/${captured}/cancel`)).toMatchObject({
      status: 403,
      body: { error_code: 'CANCEL_NOT_ALLOWED' },
    })
    const open = await paidOrder()
    expect((await world.call('POST', `${management}/${open}/release-remaining-authorization`)).status).toBe(
      403,
    )
    expect((await world.call('POST', `${management}/${open}/cancel`)).status).toBe(204)
    expect(await managed(open)).toMatchObject({ status: 'CANCELLED' })
  })

  it('expires after 28 days unless it is extended', async () => {
    const [extended, expired] = [await paidOrder(), await paidOrder()]
    await world.simulator.clock.advance(27 * 24 * hourMs)
    expect((await world.call('POST', `${management}/${extended}/extend-authorization-time`)).status).toBe(204)
    await world.simulator.clock.advance(2 * 24 * hourMs)
    expect(await managed(extended)).toMatchObject({ status: 'AUTHORIZED' })
    expect(await managed(expired)).toMatchObject({ status: 'EXPIRED', remaining_authorized_amount: 0 })
    expect((await capture(expired, 100)).status).toBe(403)
  })

  it('stores references, shipping information and a delivery address', async () => {
    const id = await paidOrder()
    const capture_ = (await capture(id, 100)).headers.get('capture-id')
    const parcel = { shipping_info: [{ shipping_company: 'PostNord', tracking_number: 'T1' }] }
    const address = { shipping_address: { given_name: 'Anna', street_address: 'Storgatan 1' } }
    const answers = [
      await world.call('PATCH', `${management}/${id}/merchant-references`, { merchant_reference1: 'SE9' }),
      await world.call('POST', `${management}/${id}/shipping-info`, parcel),
      await world.call('POST', `${management}/${id}/captures/${capture_}/shipping-info`, parcel),
      await world.call('PATCH', `${management}/${id}/customer-details`, address),
      await world.call('PATCH', `${management}/${id}/authorization`, { order_amount: 20000 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect(await managed(id)).toMatchObject({
      merchant_reference1: 'SE9',
      order_amount: 20000,
      remaining_authorized_amount: 19900,
      shipping_info: parcel.shipping_info,
      captures: [{ shipping_info: parcel.shipping_info }],
      shipping_address: { street_address: 'Storgatan 1' },
    })
    expect(await world.call('GET', `${management}/${id}/captures/none`)).toMatchObject({
      status: 404,
      body: { error_code: 'NO_SUCH_CAPTURE' },
    })
  })
})

describe.skipIf(!hasPublishedApis)('the published interface (SHARED_DATA)', () => {
  it('has every answer and every callback of the simulator', async () => {
    const urls = { ...(order['merchant_urls'] as object), address_update: `${world.shopUrl}/address` }
    const id = await create({
      merchant_urls: urls,
      shipping_options: [{ id: 'pn', name: 'PostNord', price: 4900, tax_amount: 980, tax_rate: 2500 }],
    })
    const address = {
      email: 'anna@example.com',
      given_name: 'Anna',
      family_name: 'Ek',
      street_address: 'Storgatan 1',
      postal_code: '11122',
      city: 'Stockholm',
      phone: '0701234567',
    }
    await world.shopper(id, 'address', { address, customerType: 'organization' })
    await world.call('POST', `${checkout}/${id}`, { order_amount: 1 })
    await world.call('POST', checkout, {})
    await world.call('GET', `${checkout}/unknown`)
    await pay(id)
    await world.call('GET', `${checkout}/${id}`)
    await world.call('POST', `${checkout}/${id}`, { merchant_data: 'x' })
    await world.call('POST', `${checkout}/${await create()}/abort`)
    const path = `${management}/${id}`
    const lines = [
      {
        name: 'Battery',
        quantity: 1,
        unit_price: 10000,
        tax_rate: 2500,
        total_amount: 10000,
        total_tax_amount: 2000,
      },
    ]
    await world.call('POST', `${path}/acknowledge`)
    const first = await world.call('POST', `${path}/captures`, {
      captured_amount: 10000,
      order_lines: lines,
      description: 'Parcel 1',
      reference: 'P1',
      shipping_info: [{ tracking_number: 'T1' }],
    })
    await world.call('POST', `${path}/captures`, { captured_amount: 100_000 })
    await world.call('POST', `${path}/refunds`, {
      refunded_amount: 10000,
      order_lines: lines,
      description: 'Return',
    })
    await world.call('POST', `${path}/refunds`, { refunded_amount: 1 })
    await world.call('POST', `${path}/cancel`)
    await world.call('POST', `${path}/release-remaining-authorization`)
    await world.call('POST', `${path}/extend-authorization-time`)
    await world.call('PATCH', `${path}/merchant-references`, { merchant_reference1: 'SE9' })
    await world.call('PATCH', `${path}/customer-details`, { shipping_address: { city: 'Lund' } })
    await world.call('PATCH', `${path}/authorization`, { order_amount: 900_000 })
    const captured = `${path}/captures/${first.headers.get('capture-id')}`
    await world.call('GET', captured)
    await world.call('GET', `${path}/captures`)
    await world.call('PATCH', `${captured}/extend-due-date`, { number_of_days: 14 })
    await world.call('GET', `${captured}/extend-due-date-options`)
    await world.call('POST', `${captured}/trigger-send-out`)
    await world.call('GET', path)
    await world.call('GET', `${management}/unknown`)
    await world.call('GET', `${path}/refunds/unknown`)
    await world.call('POST', checkout, order, { authorization: '' })

    const exchanges = await world.exchanges()
    expect(exchanges.length).toBeGreaterThanOrEqual(30)
    expect(checkTraffic(exchanges, { onlyAnswers: true })).toEqual([])
  })
})
