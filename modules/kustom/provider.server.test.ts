import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minor, vatPartMinor } from '../../domain/money/money.ts'
import type {
  BasketLine,
  PaymentOperation,
  PaymentProvider,
  PaymentRequest,
} from '../../domain/payments/payment-provider.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { hasPublishedApis } from '../../test/published-api.ts'
import { idempotencyUuid } from '../../providers/idempotency-uuid.ts'
import { createKustomProvider } from './provider.server.ts'
import { checkTraffic, openKustom, type KustomWorld } from './kustom.test-support.ts'
import { simulatedMerchant } from '../../sandbox/kustom/merchants.ts'

let world: KustomWorld
let logged: Record<string, unknown>[]
let kustom: PaymentProvider

const log = { warn: (data: object) => void logged.push(data as Record<string, unknown>) }

function providerOf(store: StoreCode, password = 'simulated'): PaymentProvider {
  const { username } = simulatedMerchant(store)
  return createKustomProvider({ account: { url: world.url, username, password }, store, log })
}

beforeEach(async () => {
  logged = []
  world = await openKustom()
  kustom = providerOf('sv')
})

afterEach(async () => {
  await world.stop()
})

const goods: BasketLine = {
  kind: 'goods',
  reference: 'BAT-12V',
  name: 'Battery 12V',
  quantity: 2,
  unitMinor: minor(12500),
  discountMinor: minor(100),
  totalMinor: minor(24900),
  vatMinor: minor(4980),
  vatRateBasisPoints: 2500,
}
const shipping: BasketLine = {
  ...goods,
  kind: 'shipping',
  reference: 'postnord',
  name: 'PostNord',
  quantity: 1,
  unitMinor: minor(4900),
  discountMinor: minor(0),
  totalMinor: minor(4900),
  vatMinor: minor(980),
}

function request(lines: BasketLine[] = [goods, shipping], store: StoreCode = 'sv'): PaymentRequest {
  return {
    idempotencyKey: 'attempt-1',
    checkoutId: 'checkout-1',
    order: null,
    basket: {
      store,
      currency: stores[store].currency,
      customerType: 'private',
      lines,
      totalMinor: minor(lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0)),
      vatMinor: minor(lines.reduce((sum, { vatMinor }) => sum + vatMinor, 0)),
    },
    urls: {
      terms: `${world.shopUrl}/terms`,
      checkout: `${world.shopUrl}/checkout`,
      confirmation: `${world.shopUrl}/confirmation?payment={payment}`,
      notification: `${world.shopUrl}/push?payment={payment}`,
      validation: `${world.shopUrl}/validation?payment={payment}`,
      addressUpdate: `${world.shopUrl}/address?payment={payment}`,
    },
    email: 'anna@example.com',
    prefill: {
      company: null,
      firstName: 'Anna',
      lastName: '',
      careOf: null,
      street: '',
      street2: null,
      postalCode: '11122',
      city: '',
      countryCode: 'SE',
      email: 'anna@example.com',
      phone: null,
    },
  }
}

async function open(): Promise<string> {
  const opened = await kustom.create(request())
  return opened.ok ? opened.providerOrderId : expect.fail(opened.code)
}

async function paid(): Promise<string> {
  const id = await open()
  expect(await world.shopper(id, 'pay', { method: 'CARD' })).toMatchObject({ kind: 'completed' })
  return id
}

function operation(providerOrderId: string, changes: Partial<PaymentOperation> = {}): PaymentOperation {
  return {
    providerOrderId,
    amountMinor: minor(29800),
    currency: 'SEK',
    lines: [goods, shipping],
    idempotencyKey: 'operation-1',
    ...changes,
  }
}

const fault = (given: object) => world.control('POST', 'faults', { provider: 'kustom', ...given })

describe('a payment with Kustom', () => {
  it('is opened with markup for the page and ends after 48 hours', async () => {
    expect(await kustom.create(request())).toEqual({
      ok: true,
      providerOrderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      embed: { kind: 'html', html: expect.stringContaining('klarna-checkout-container') },
      expiresAt: new Date('2026-11-24T12:00:00Z'),
    })
  })

  it('is opened in every store, in its language and currency', async () => {
    for (const store of storeCodes) {
      const opened = await providerOf(store).create(request([goods], store))
      expect(opened.ok, store).toBe(true)
      await expect(providerOf(store).create(request([goods], store === 'sv' ? 'no' : 'sv'))).rejects.toThrow(
        'the account of',
      )
    }
  })

  it('names its id in the addresses of the callbacks', async () => {
    const id = await paid()
    expect(world.received.map(({ path }) => path)).toEqual([`/validation?payment=${id}`])
  })

  it('is updated with another basket and with the order that is written', async () => {
    const id = await open()
    // What the shopper has typed in the frame since is not written over.
    const prefill = { ...request().prefill!, email: 'other@example.com' }
    const changed = { ...request([goods]), prefill, order: { number: 'SE1001', snapshotHash: 'abc' } }
    expect(await kustom.update(id, changed)).toMatchObject({ ok: true, providerOrderId: id })
    expect(await kustom.retrieve(id)).toMatchObject({
      state: 'open',
      amountMinor: 24900,
      currency: 'SEK',
      snapshotHash: 'abc',
      orderNumber: 'SE1001',
      billing: { email: 'anna@example.com', firstName: 'Anna', postalCode: '11122' },
    })
  })

  it('is read from order management once it is paid', async () => {
    const id = await open()
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'open', snapshotHash: null })
    await world.shopper(id, 'address', {
      address: { given_name: 'Anna', family_name: 'Ek', street_address: 'Storgatan 1', city: 'Lund' },
      customerType: 'person',
    })
    world.shopAnswers.set('/address', { status: 500 })
    await world.shopper(id, 'pay', { method: 'CARD' })
    expect(await kustom.retrieve(id)).toMatchObject({
      ok: true,
      state: 'authorized',
      amountMinor: 29800,
      capturedMinor: 0,
      expiresAt: new Date('2026-12-20T12:00:00Z'),
      billing: { firstName: 'Anna', lastName: 'Ek', street: 'Storgatan 1', city: 'Lund', countryCode: 'SE' },
    })
  })

  it('is pending while order management does not know it yet', async () => {
    await fault({ kind: 'late_record', delayMs: 5_000 })
    const id = await paid()
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'pending' })
    expect(await kustom.cancel(id, 'cancel-1')).toEqual({ ok: false, code: 'provider_unavailable' })
  })

  it('is acknowledged with the references of the order', async () => {
    const id = await paid()
    expect(await kustom.acknowledge?.(id, { orderNumber: 'SE1001', checkoutId: 'checkout-1' })).toMatchObject(
      { ok: true },
    )
    expect(await kustom.retrieve(id)).toMatchObject({ orderNumber: 'SE1001' })
    await world.simulator.clock.advance(48 * 3_600_000)
    expect(world.received.filter(({ path }) => path.startsWith('/push'))).toEqual([])
  })

  it('is accepted with any basket whose lines add up', async () => {
    const line = fc
      .record({
        kind: fc.constantFrom('goods', 'fee', 'shipping', 'gift_card'),
        name: fc.string({ maxLength: 400 }),
        quantity: fc.integer({ min: 1, max: 99 }),
        unit: fc.integer({ min: 1, max: 900_000 }),
        discount: fc.nat({ max: 100 }),
        rate: fc.constantFrom(0, 700, 1200, 1500, 1900, 2500),
      })
      .map(({ kind, name, quantity, unit, discount, rate }): BasketLine => {
        const discountMinor = Math.min(discount, quantity * unit)
        const totalMinor = minor(quantity * unit - discountMinor)
        return {
          kind,
          reference: 'SKU-1',
          name,
          quantity,
          unitMinor: minor(unit),
          discountMinor: minor(discountMinor),
          totalMinor,
          vatMinor: vatPartMinor(totalMinor, rate),
          vatRateBasisPoints: rate,
        }
      })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        expect(await kustom.create(request(lines))).toMatchObject({ ok: true })
      }),
      { numRuns: 50 },
    )
  })

  it('is reduced by a gift card', async () => {
    const card: BasketLine = {
      ...shipping,
      kind: 'gift_card',
      reference: 'GIFT-AB12',
      name: '…AB12',
      unitMinor: minor(-10000),
      totalMinor: minor(-10000),
      vatMinor: minor(0),
      vatRateBasisPoints: 0,
    }
    expect(await kustom.create(request([goods, card]))).toMatchObject({ ok: true })
  })
})

describe('captures, refunds and cancellations at Kustom', () => {
  it('are carried out once however often they are repeated', async () => {
    const id = await paid()
    const first = await kustom.capture(operation(id, { amountMinor: minor(24900), lines: [goods] }))
    expect(first).toMatchObject({ ok: true, state: 'done' })
    expect(await kustom.capture(operation(id, { amountMinor: minor(24900), lines: [goods] }))).toEqual(first)
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'captured', capturedMinor: 24900 })
  })

  it('are safe to repeat when the answer was lost', async () => {
    const id = await paid()
    const route = 'POST /ordermanagement/v1/orders/:id/captures'
    await fault({ kind: 'disconnect', route, processed: true })
    expect(await kustom.capture(operation(id))).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await kustom.capture(operation(id))).toMatchObject({ ok: true })
    expect(await kustom.retrieve(id)).toMatchObject({ capturedMinor: 29800 })
  })

  it('tell the shopper about the parcel', async () => {
    const id = await paid()
    const shipment = { carrier: 'PostNord', trackingNumber: 'T1', trackingUrl: 'https://track.example/T1' }
    expect(await kustom.capture(operation(id, { shipment }))).toMatchObject({ ok: true })
    const managed = await world.call('GET', `/ordermanagement/v1/orders/${id}`)
    expect(managed.body).toMatchObject({
      captures: [{ reference: 'operation-1', shipping_info: [{ tracking_number: 'T1' }] }],
    })
  })

  it('refund in parts and never more than was captured', async () => {
    const id = await paid()
    await kustom.capture(operation(id))
    const part = { amountMinor: minor(4900), lines: [shipping] }
    expect(await kustom.refund(operation(id, part))).toMatchObject({ ok: true })
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'part_refunded', refundedMinor: 4900 })
    expect(await kustom.refund(operation(id, { idempotencyKey: 'operation-2' }))).toEqual({
      ok: false,
      code: 'refused',
      reason: 'REFUND_NOT_ALLOWED',
    })
    const rest = { amountMinor: minor(24900), lines: [goods], idempotencyKey: 'operation-3' }
    expect(await kustom.refund(operation(id, rest))).toMatchObject({ ok: true })
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'refunded' })
  })

  it('cancel what is not captured, and nothing twice', async () => {
    const id = await paid()
    expect(await kustom.cancel(id, 'cancel-1')).toMatchObject({ ok: true, state: 'done' })
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'cancelled' })
    expect(await kustom.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
  })

  it('release the rest of a partly captured order', async () => {
    const id = await paid()
    await kustom.capture(operation(id, { amountMinor: minor(24900), lines: [goods] }))
    expect(await kustom.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'captured', capturedMinor: 24900 })
  })

  it('end a checkout in which nothing was paid', async () => {
    const id = await open()
    expect(await kustom.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
    expect(await kustom.retrieve(id)).toMatchObject({ state: 'cancelled' })
    expect(await kustom.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
  })

  it('keep an authorization that would end', async () => {
    const id = await paid()
    await world.simulator.clock.advance(20 * 86_400_000)
    expect(await kustom.extendAuthorization?.(id, 'extend-1')).toMatchObject({ ok: true })
    expect(await kustom.retrieve(id)).toMatchObject({ expiresAt: new Date('2027-01-09T12:00:00Z') })
  })
})

describe("Kustom's refusals", () => {
  it('of a paid checkout are read-only, of an expired one unknown', async () => {
    expect(await kustom.update(await paid(), request())).toEqual({ ok: false, code: 'read_only' })
    const id = await open()
    await world.simulator.clock.advance(49 * 3_600_000)
    expect(await kustom.update(id, request())).toEqual({ ok: false, code: 'unknown_payment' })
    expect(await kustom.retrieve(id)).toEqual({ ok: false, code: 'unknown_payment' })
  })

  it('of wrong amounts are logged with the field and no personal data', async () => {
    const wrong = { ...request(), basket: { ...request().basket, totalMinor: minor(1) } }
    expect(await kustom.create(wrong)).toEqual({ ok: false, code: 'refused', reason: 'BAD_VALUE' })
    expect(logged).toEqual([
      expect.objectContaining({
        status: 400,
        errorCode: 'BAD_VALUE',
        fields: ['order_amount'],
        correlationId: expect.any(String),
      }),
    ])
    expect(JSON.stringify(logged)).not.toContain('anna@example.com')
  })

  it('of wrong keys are understood although they are not JSON', async () => {
    expect(await providerOf('sv', 'wrong').create(request())).toEqual({
      ok: false,
      code: 'refused',
      reason: 'http_401',
    })
    expect(JSON.stringify(logged)).not.toContain('wrong')
  })

  it.each([500, 502, 504, 423, 429])('with status %i mean that the outcome is unknown', async (status) => {
    await fault({ kind: 'status', status, body: '<html>' })
    expect(await kustom.create(request())).toEqual({ ok: false, code: 'provider_unavailable' })
  })

  it('in an unknown form mean that the outcome is unknown', async () => {
    const id = await paid()
    const strange = createKustomProvider({
      account: { url: world.shopUrl, username: 'a', password: 'b' },
      store: 'sv',
      log,
    })
    expect(await strange.retrieve(id)).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await strange.create(request())).toEqual({ ok: false, code: 'provider_unavailable' })
  })

  it('are not asked for with an id that Kustom cannot have made', async () => {
    for (const id of ['', '../captures', 'a b', 'x'.repeat(256)]) {
      expect(await kustom.retrieve(id)).toEqual({ ok: false, code: 'unknown_payment' })
      expect(await kustom.update(id, request())).toEqual({ ok: false, code: 'unknown_payment' })
      expect(await kustom.capture(operation(id))).toEqual({ ok: false, code: 'unknown_payment' })
      expect(await kustom.cancel(id, 'k')).toEqual({ ok: false, code: 'unknown_payment' })
    }
    expect(await world.exchanges()).toEqual([])
  })
})

it('makes the same UUID of version 4 for the same key', () => {
  const uuid = idempotencyUuid('captures', 'operation-1')
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(idempotencyUuid('captures', 'operation-1')).toBe(uuid)
  expect(idempotencyUuid('refunds', 'operation-1')).not.toBe(uuid)
})

describe.skipIf(!hasPublishedApis)('the published interface (SHARED_DATA)', () => {
  it('allows every request of the adapter, and every answer to it is published', async () => {
    const id = await open()
    await kustom.update(id, { ...request(), order: { number: 'SE1001', snapshotHash: 'abc' } })
    await kustom.retrieve(id)
    const urls = await kustom.create({
      ...request([{ ...goods, kind: 'fee' }]),
      email: null,
      prefill: null,
      basket: { ...request([{ ...goods, kind: 'fee' }]).basket, customerType: 'business' },
    })
    if (urls.ok) await kustom.cancel(urls.providerOrderId, 'cancel-1')
    await world.shopper(id, 'pay', { method: 'INVOICE' })
    await kustom.update(id, request())
    await kustom.acknowledge?.(id, { orderNumber: 'SE1001', checkoutId: 'checkout-1' })
    await kustom.extendAuthorization?.(id, 'extend-1')
    const shipment = { carrier: 'PostNord', trackingNumber: 'T1', trackingUrl: 'https://track.example/T1' }
    await kustom.capture(operation(id, { amountMinor: minor(24900), lines: [goods], shipment }))
    await kustom.refund(operation(id, { amountMinor: minor(24900), lines: [goods] }))
    await kustom.refund(operation(id, { idempotencyKey: 'operation-2' }))
    await kustom.cancel(id, 'cancel-2')
    await kustom.retrieve(id)
    await kustom.cancel(await paid(), 'cancel-3')

    const exchanges = await world.exchanges()
    expect(exchanges.length).toBeGreaterThan(20)
    expect(checkTraffic(exchanges)).toEqual([])
    const keys = exchanges
      .filter(({ url, method }) => method !== 'GET' && url.startsWith('/ordermanagement/'))
      .map(({ request: sent }) => sent.headers['klarna-idempotency-key'])
    expect(keys.every((key) => /^[0-9a-f-]{36}$/.test(key ?? ''))).toBe(true)
  })
})
