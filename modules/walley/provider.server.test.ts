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
import { simulatedMerchant } from '../../sandbox/walley/merchants.ts'
import { checkoutSchema, linesOf, readPaymentId } from './order.server.ts'
import { createWalleyProviders, type WalleyId } from './provider.server.ts'
import {
  checkTraffic,
  exampleShopper,
  openWalley,
  startOfTime,
  type WalleyWorld,
} from './walley.test-support.ts'

let world: WalleyWorld
let logged: Record<string, unknown>[]
let walley: PaymentProvider

const log = { warn: (data: object) => void logged.push(data as Record<string, unknown>) }

function providerOf(
  store: StoreCode,
  id: WalleyId = 'walley_b2c',
  clientSecret = 'simulated',
): PaymentProvider {
  const { clientId, storeIds } = simulatedMerchant(store)
  const account = { url: world.url, loaderUrl: world.url, clientId, clientSecret, storeIds, profile: null }
  return createWalleyProviders({ account, store, log })[id]!
}

beforeEach(async () => {
  logged = []
  world = await openWalley()
  walley = providerOf('sv')
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
  discountMinor: minor(0),
  totalMinor: minor(25000),
  vatMinor: minor(5000),
  vatRateBasisPoints: 2500,
}
const shipping: BasketLine = {
  ...goods,
  kind: 'shipping',
  reference: 'postnord',
  name: 'PostNord',
  quantity: 1,
  unitMinor: minor(4900),
  totalMinor: minor(4900),
  vatMinor: minor(980),
}
const discounted: BasketLine = {
  ...goods,
  discountMinor: minor(101),
  totalMinor: minor(24899),
  vatMinor: minor(4980),
}

function request(
  lines: BasketLine[] = [goods, shipping],
  store: StoreCode = 'sv',
  customerType: 'private' | 'business' = 'private',
): PaymentRequest {
  return {
    idempotencyKey: 'attempt-1',
    checkoutId: 'checkout-1',
    order: null,
    basket: {
      store,
      currency: stores[store].currency,
      customerType,
      lines,
      totalMinor: minor(lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0)),
      vatMinor: minor(lines.reduce((sum, { vatMinor }) => sum + vatMinor, 0)),
    },
    urls: {
      terms: `${world.shopUrl}/terms`,
      checkout: `${world.shopUrl}/checkout`,
      confirmation: `${world.shopUrl}/confirmation?payment={payment}`,
      notification: `${world.shopUrl}/notification?payment={payment}`,
      validation: `${world.shopUrl}/validation?payment={payment}`,
    },
    email: 'anna@example.com',
    prefill: {
      company: null,
      firstName: '',
      lastName: '',
      careOf: null,
      street: 'Storgatan 1',
      street2: null,
      postalCode: '',
      city: '',
      countryCode: stores[store].countryCode,
      email: 'anna@example.com',
      phone: null,
    },
  }
}

async function open(asked = request()): Promise<string> {
  const opened = await walley.create(asked)
  return opened.ok ? opened.providerOrderId : expect.fail(opened.code)
}

const tokenOf = (id: string) => readPaymentId(id)!.publicToken

async function paid(choice: { method?: string; outcome?: string } = {}, asked = request()): Promise<string> {
  const id = await open(asked)
  expect(await world.pay(tokenOf(id), choice)).toMatchObject({ kind: 'completed' })
  return id
}

function operation(providerOrderId: string, changes: Partial<PaymentOperation> = {}): PaymentOperation {
  return {
    providerOrderId,
    amountMinor: minor(29900),
    currency: 'SEK',
    lines: [goods, shipping],
    idempotencyKey: 'operation-1',
    ...changes,
  }
}

const fault = (given: object) => world.control('POST', 'faults', { provider: 'walley', ...given })
const settle = () => world.simulator.clock.advance(2_000)
const books = async () => ((await world.control('GET', 'payments')) as object[])[0]
const sent = async (method: string, path: RegExp) =>
  (await world.exchanges()).filter((exchange) => exchange.method === method && path.test(exchange.url))

describe('a payment with Walley', () => {
  it("is opened with the loader script of the store's checkout", async () => {
    const opened = await walley.create(request())
    expect(opened).toEqual({
      ok: true,
      providerOrderId: expect.stringMatching(/^[0-9a-f-]{36}\.public-SE-[0-9a-f]{48}$/),
      embed: {
        kind: 'script',
        src: `${world.url}/walley-checkout-loader.js`,
        attributes: {
          'data-token': expect.stringMatching(/^public-SE-/),
          'data-version': 'v2',
          'data-lang': 'sv-SE',
        },
      },
      expiresAt: new Date(startOfTime + 7 * 86_400_000),
    })
  })

  it('is opened in every store for private and for business customers', async () => {
    for (const store of storeCodes) {
      expect((await providerOf(store).create(request([goods], store))).ok, store).toBe(true)
      const business = providerOf(store, 'walley_b2b')
      expect((await business.create(request([goods], store, 'business'))).ok, store).toBe(true)
    }
    await expect(walley.create(request([goods], 'no'))).rejects.toThrow('the account of sv')
    await expect(walley.create(request([goods], 'sv', 'business'))).rejects.toThrow('business customer')
  })

  it('names its id in the addresses of the callbacks and of the confirmation', async () => {
    const id = await open()
    expect(await world.pay(tokenOf(id))).toEqual({
      kind: 'completed',
      redirectTo: `${world.shopUrl}/confirmation?payment=${id}`,
    })
    await world.simulator.clock.advance(0)
    expect(world.received.map(({ method, path }) => [method, path])).toEqual([
      ['POST', `/validation?payment=${id}`],
      ['GET', `/notification?payment=${id}`],
    ])
    const query = { payment: id }
    expect(walley.readCallback?.({ headers: {}, query, body: Buffer.alloc(0) })).toEqual({
      ok: true,
      providerOrderId: id,
      eventId: null,
      kind: 'notification',
    })
    for (const payment of ['', '{checkout.id}', '../x.y', `${id}/../x`])
      expect(walley.readCallback?.({ headers: {}, query: { payment }, body: Buffer.alloc(0) })).toEqual({
        ok: false,
        code: 'unreadable',
      })
  })

  it('is read as it will be charged when Walley asks, and answered with the order number', async () => {
    world.shopAnswers.set('/validation', null)
    const id = await open(request([{ ...discounted, reference: 'BAT-12V' }, { ...goods }, shipping]))
    await world.shopper(tokenOf(id), 'identify', exampleShopper)
    const asked = world.nextCallback()
    const paying = world.shopper(tokenOf(id), 'pay', { method: 'Card' })
    await asked
    const callback = { headers: {}, query: { payment: id }, body: Buffer.alloc(0) }
    expect(await walley.asking?.readPurchase(callback)).toMatchObject({
      ok: true,
      purchase: {
        providerOrderId: id,
        currency: 'SEK',
        amountMinor: 54799,
        lines: [
          { reference: 'BAT-12V', quantity: 2, totalMinor: 24899 },
          { reference: 'BAT-12V', quantity: 2, totalMinor: 25000 },
          { reference: 'postnord', quantity: 1, totalMinor: 4900 },
        ],
        billing: { email: 'anna@example.com', city: 'Lund' },
      },
    })
    await world.simulator.clock.advance(10_000)
    await paying
    expect(walley.asking?.answerPurchase({ ok: true, orderNumber: 'SE1001' })).toEqual({
      status: 200,
      body: { orderReference: 'SE1001' },
    })
    expect(walley.asking?.answerPurchase({ ok: false, message: 'Slut', isAddress: false }).status).toBe(409)
    await fault({ kind: 'status', route: 'GET /checkouts/:id', status: 503 })
    expect(await walley.asking?.readPurchase(callback)).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await walley.asking?.readPurchase({ ...callback, query: {} })).toEqual({
      ok: false,
      code: 'unreadable',
    })
  })

  it('is updated with another basket and with the order that is written', async () => {
    const id = await open()
    const changed = { ...request([discounted]), order: { number: 'SE1001', snapshotHash: 'abc' } }
    const updated = await walley.update(id, changed)
    expect(updated).toMatchObject({ ok: true, providerOrderId: id, embed: { kind: 'script' } })
    expect(await walley.retrieve(id)).toMatchObject({
      state: 'open',
      amountMinor: 24899,
      currency: 'SEK',
      orderNumber: 'SE1001',
      snapshotHash: null,
      billing: null,
    })
  })

  it('is read with what the shopper entered', async () => {
    const id = await open()
    await world.shopper(tokenOf(id), 'identify', exampleShopper)
    const contact = {
      firstName: 'Anna',
      lastName: 'Ek',
      street: 'Storgatan 1',
      postalCode: '22100',
      city: 'Lund',
      countryCode: 'SE',
      email: 'anna@example.com',
      phone: '+46700000000',
    }
    expect(await walley.retrieve(id)).toMatchObject({ state: 'open', billing: contact, shipping: contact })
  })

  it('of a business is read with the company', async () => {
    walley = providerOf('sv', 'walley_b2b')
    const id = await open(request([goods], 'sv', 'business'))
    await world.shopper(tokenOf(id), 'identify', { ...exampleShopper, companyName: 'Ek AB' })
    expect(await walley.retrieve(id)).toMatchObject({ billing: { company: 'Ek AB', lastName: 'Ek' } })
  })

  it('is read from order management once it is paid', async () => {
    const id = await paid()
    expect(await walley.retrieve(id)).toMatchObject({
      ok: true,
      providerOrderId: id,
      state: 'authorized',
      amountMinor: 29900,
      means: { kind: 'card', label: null },
      expiresAt: new Date(startOfTime + 60 * 86_400_000),
    })
  })

  it('has the number that the shop answered to the validation', async () => {
    world.shopAnswers.set('/validation', { status: 200, body: '{"orderReference":"SE1001"}' })
    expect(await walley.retrieve(await paid())).toMatchObject({ orderNumber: 'SE1001' })
  })

  it('is pending while it is being paid, and until order management knows it', async () => {
    await fault({ kind: 'late_record', delayMs: 5_000 })
    world.shopAnswers.set('/validation', null)
    const id = await open()
    await world.shopper(tokenOf(id), 'identify', exampleShopper)
    const asked = world.nextCallback()
    const paying = world.shopper(tokenOf(id), 'pay', { method: 'Card' })
    await asked
    expect(await walley.retrieve(id)).toMatchObject({ state: 'pending' })
    expect(await walley.update(id, request())).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await walley.cancel(id, 'cancel-1')).toEqual({ ok: false, code: 'provider_unavailable' })
    await world.simulator.clock.advance(10_000)
    await paying
    world.shopAnswers.delete('/validation')
    await world.pay(tokenOf(id))
    expect(await walley.retrieve(id)).toMatchObject({ state: 'pending', amountMinor: 29900 })
    expect(await walley.capture(operation(id))).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await walley.cancel(id, 'cancel-1')).toEqual({ ok: false, code: 'provider_unavailable' })
    await world.simulator.clock.advance(5_000)
    expect(await walley.retrieve(id)).toMatchObject({ state: 'authorized' })
  })

  it('is in review until Walley decides, and then authorized or failed', async () => {
    for (const outcome of ['hold', 'sign']) {
      const id = await paid({ outcome })
      expect(await walley.retrieve(id)).toMatchObject({ state: 'review' })
      expect(await walley.cancel(id, 'cancel-1')).toEqual({ ok: false, code: 'provider_unavailable' })
      await world.shopper(tokenOf(id), 'decide', { isApproved: outcome === 'hold' })
      expect(await walley.retrieve(id)).toMatchObject({ state: outcome === 'hold' ? 'authorized' : 'failed' })
    }
  })

  it('shows an amount that Walley changed', async () => {
    await fault({ kind: 'changed_amount', byMinor: -100 })
    expect(await walley.retrieve(await paid())).toMatchObject({ state: 'authorized', amountMinor: 29800 })
  })

  it('is accepted with any basket, whose lines are read back as they were sent', async () => {
    const line = fc
      .record({
        kind: fc.constantFrom('goods', 'fee', 'shipping', 'gift_card'),
        reference: fc.constantFrom('A', 'B', 'C-1'),
        name: fc.string({ maxLength: 400 }),
        quantity: fc.integer({ min: 1, max: 99 }),
        unit: fc.integer({ min: 1, max: 900_000 }),
        discount: fc.nat({ max: 100 }),
        rate: fc.constantFrom(0, 700, 1200, 1500, 1900, 2500),
      })
      .map(({ kind, reference, name, quantity, unit, discount, rate }): BasketLine => {
        const discountMinor = Math.min(discount, quantity * unit)
        const totalMinor = minor(quantity * unit - discountMinor)
        return {
          kind,
          reference,
          name,
          quantity,
          unitMinor: minor(unit),
          discountMinor: minor(discountMinor),
          totalMinor,
          vatMinor: vatPartMinor(totalMinor, rate),
          vatRateBasisPoints: rate,
        }
      })
    const contents = (lines: readonly Pick<BasketLine, 'reference' | 'quantity' | 'totalMinor'>[]) =>
      lines.map(({ reference, quantity, totalMinor }) => `${reference} ${quantity} ${totalMinor}`).toSorted()
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const id = await open(request(lines))
        const total = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
        expect(await walley.retrieve(id)).toMatchObject({ amountMinor: total })
        const read = await world.call('GET', `/checkouts/${readPaymentId(id)!.privateId}`)
        expect(contents(linesOf(checkoutSchema.parse(read.body?.data)))).toEqual(contents(lines))
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
    expect(await walley.retrieve(await open(request([goods, card])))).toMatchObject({ amountMinor: 15000 })
  })
})

describe('captures, refunds and cancellations at Walley', () => {
  it('are done, shown seconds later and carried out once however often they are repeated', async () => {
    const id = await paid()
    const first = await walley.capture(operation(id))
    expect(first).toMatchObject({ ok: true, state: 'done' })
    expect(await walley.retrieve(id)).toMatchObject({ state: 'authorized' })
    expect(await walley.capture(operation(id))).toEqual(first)
    await settle()
    expect(await walley.retrieve(id)).toMatchObject({ state: 'captured', amountMinor: 29900 })
    expect(await books()).toMatchObject({ capturedMinor: 29900, authorizedMinor: 0 })
  })

  it.each(['disconnect', 'status'])('are safe to repeat when the answer was lost (%s)', async (kind) => {
    const id = await paid()
    const lost = { kind, processed: true, ...(kind === 'status' && { status: 502 }) }
    await fault({ ...lost, route: 'POST /manage/orders/:id/capture' })
    const part = { amountMinor: minor(4900), lines: [shipping] }
    expect(await walley.capture(operation(id, part))).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await walley.capture(operation(id, part))).toMatchObject({ ok: true })
    expect(await books()).toMatchObject({ capturedMinor: 4900 })
    await fault({ ...lost, route: 'POST /manage/orders/:id/refund' })
    expect(await walley.refund(operation(id, part))).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await walley.refund(operation(id, part))).toMatchObject({ ok: true })
    expect(await books()).toMatchObject({ refundedMinor: 4900 })
  })

  it('name the items of a part, unless a discount could not be matched', async () => {
    const id = await paid({}, request([discounted, shipping]))
    const single = { amountMinor: minor(4900), lines: [shipping] }
    expect(await walley.capture(operation(id, single))).toMatchObject({ ok: true })
    const rest = { amountMinor: minor(24899), lines: [discounted], idempotencyKey: 'operation-2' }
    expect(await walley.capture(operation(id, rest))).toMatchObject({ ok: true })
    const bodies = (await sent('POST', /capture$/)).map(({ request: { body } }) => body)
    expect(bodies).toEqual([
      {
        amount: 49,
        items: [{ id: 'postnord', description: 'PostNord', unitPrice: 49, quantity: 1 }],
        actionReference: 'operation-1',
      },
      { amount: 248.99, actionReference: 'operation-2' },
    ])
    expect(await books()).toMatchObject({ capturedMinor: 29799, status: 'Activated' })
  })

  it('go by their amount where Walley cannot match the items', async () => {
    const id = await paid()
    // By its amount: Walley does not know which items it was.
    await walley.capture(operation(id, { amountMinor: minor(29900), lines: [] }))
    const unit = { amountMinor: minor(4900), lines: [shipping], idempotencyKey: 'unit' }
    const reduced = { ...shipping, unitMinor: minor(500), totalMinor: minor(500) }
    const reduction = { amountMinor: minor(500), lines: [reduced], idempotencyKey: 'reduction' }
    for (const part of [unit, reduction, unit, reduction])
      expect(await walley.refund(operation(id, part))).toMatchObject({ ok: true })
    expect(await books()).toMatchObject({ refundedMinor: 5400 })
  })

  it('never exceed what was authorized or captured', async () => {
    const id = await paid()
    const refused = { ok: false, code: 'refused', reason: 'Amount_Exceeds_Limit' }
    const tooMuch = { amountMinor: minor(29901), lines: [] }
    expect(await walley.capture(operation(id, tooMuch))).toEqual(refused)
    await walley.capture(operation(id, { amountMinor: minor(25000), lines: [goods], idempotencyKey: 'a' }))
    const again = { amountMinor: minor(4901), lines: [], idempotencyKey: 'b' }
    expect(await walley.capture(operation(id, again))).toEqual(refused)
    expect(await walley.refund(operation(id, { amountMinor: minor(25001), lines: [] }))).toEqual(refused)
    expect(await books()).toMatchObject({ capturedMinor: 25000, refundedMinor: 0 })
  })

  it('refund in parts until the order is returned', async () => {
    const id = await paid()
    await walley.capture(operation(id))
    await settle()
    await walley.refund(operation(id, { amountMinor: minor(4900), lines: [shipping], idempotencyKey: 'r1' }))
    await settle()
    expect(await walley.retrieve(id)).toMatchObject({ state: 'captured' })
    await walley.refund(operation(id, { amountMinor: minor(25000), lines: [goods], idempotencyKey: 'r2' }))
    await settle()
    expect(await walley.retrieve(id)).toMatchObject({ state: 'refunded' })
  })

  it('leave a partly captured payment authorized, whose rest can be released', async () => {
    const id = await paid()
    await walley.capture(operation(id, { amountMinor: minor(25000), lines: [goods] }))
    await settle()
    expect(await walley.retrieve(id)).toMatchObject({ state: 'authorized', amountMinor: 29900 })
    expect(await walley.cancel(id, 'cancel-1')).toMatchObject({ ok: true, state: 'done' })
    await settle()
    expect(await walley.retrieve(id)).toMatchObject({ state: 'captured', amountMinor: 29900 })
    expect(await books()).toMatchObject({ capturedMinor: 25000, authorizedMinor: 0 })
  })

  it('cancel what is not captured, and nothing twice', async () => {
    const id = await paid()
    expect(await walley.cancel(id, 'cancel-1')).toMatchObject({ ok: true, state: 'done' })
    expect(await walley.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
    await settle()
    expect(await walley.retrieve(id)).toMatchObject({ state: 'cancelled', amountMinor: 29900 })
    expect(await walley.cancel(id, 'cancel-2')).toMatchObject({ ok: true, state: 'done' })
  })

  it('have nothing to release before a purchase or after a rejected one', async () => {
    const id = await open()
    expect(await walley.cancel(id, 'cancel-1')).toMatchObject({ ok: true, state: 'done' })
    expect(await walley.capture(operation(id))).toEqual({ ok: false, code: 'refused', reason: 'Initialized' })
    const rejected = await paid({ outcome: 'hold' })
    await world.shopper(tokenOf(rejected), 'decide', { isApproved: false })
    expect(await walley.cancel(rejected, 'cancel-1')).toMatchObject({ ok: true, state: 'done' })
  })

  it('need an extension after the authorization has ended', async () => {
    const id = await paid()
    await world.simulator.clock.advance(60 * 86_400_000)
    expect(await walley.retrieve(id)).toMatchObject({ state: 'expired' })
    expect(await walley.capture(operation(id))).toEqual({
      ok: false,
      code: 'refused',
      reason: 'Invalid_Order_Status',
    })
    expect(await walley.extendAuthorization?.(id, 'extend-1')).toMatchObject({ ok: true })
    await settle()
    expect(await walley.retrieve(id)).toMatchObject({ state: 'authorized' })
  })
})

describe('the access token', () => {
  it('is requested once for requests at the same time, and kept', async () => {
    await Promise.all([walley.create(request()), walley.create(request())])
    await walley.create(request())
    expect(await sent('POST', /token$/)).toHaveLength(1)
  })

  it('is renewed when Walley no longer accepts it', async () => {
    const id = await open()
    await world.simulator.clock.advance(3_600_000)
    expect(await walley.retrieve(id)).toMatchObject({ ok: true })
    expect(await sent('POST', /token$/)).toHaveLength(2)
  })

  it('is refused for wrong keys, which are not logged', async () => {
    expect(await providerOf('sv', 'walley_b2c', 'wrong-secret').create(request())).toEqual({
      ok: false,
      code: 'refused',
      reason: 'invalid_client',
    })
    expect(logged).toEqual([{ status: 401, reason: 'invalid_client' }])
  })

  it('that cannot be requested leaves the outcome unknown', async () => {
    await fault({ kind: 'status', route: 'POST /oauth2/v2.0/token', status: 503 })
    expect(await walley.create(request())).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await walley.create(request())).toMatchObject({ ok: true })
  })
})

describe("Walley's refusals", () => {
  it('of a paid checkout are read-only, of an expired one unknown', async () => {
    const id = await paid()
    expect(await walley.update(id, request())).toEqual({ ok: false, code: 'provider_unavailable' })
    await settle()
    expect(await walley.update(id, request())).toEqual({ ok: false, code: 'read_only' })
    const expired = await open()
    await fault({ kind: 'expired_session' })
    expect(await walley.update(expired, request())).toEqual({ ok: false, code: 'unknown_payment' })
    expect(await walley.retrieve(expired)).toEqual({ ok: false, code: 'unknown_payment' })
  })

  it('are logged with the field and no personal data', async () => {
    const wrong = request([{ ...goods, vatRateBasisPoints: 20_000 }])
    expect(await walley.create(wrong)).toEqual({ ok: false, code: 'refused', reason: 'Validation_Error' })
    expect(logged).toEqual([
      expect.objectContaining({
        route: '/checkouts',
        status: 400,
        errorCode: 400,
        fields: ['cart.items[0].vat'],
        correlationId: expect.any(String),
      }),
    ])
    expect(JSON.stringify(logged)).not.toContain('anna@example.com')
  })

  it.each([500, 503, 504, 423, 409, 429])(
    'with status %i mean that the outcome is unknown',
    async (status) => {
      const id = await open()
      await fault({ kind: 'status', status, route: 'PUT /checkouts/:id/cart', body: '<html>' })
      expect(await walley.update(id, request())).toEqual({ ok: false, code: 'provider_unavailable' })
      await fault({ kind: 'status', status, route: 'GET /checkouts/:id', body: '<html>' })
      expect(await walley.retrieve(id)).toEqual({ ok: false, code: 'provider_unavailable' })
    },
  )

  it('in an unknown form mean that the outcome is unknown', async () => {
    const id = await open()
    await fault({ kind: 'status', status: 400, route: 'PUT /checkouts/:id/cart', body: 'no JSON' })
    expect(await walley.update(id, request())).toEqual({ ok: false, code: 'refused', reason: 'http_400' })
    await fault({ kind: 'disconnect', route: 'POST /checkouts' })
    expect(await walley.create(request())).toEqual({ ok: false, code: 'provider_unavailable' })
  })

  it('are not asked for with an id that Walley cannot have made', async () => {
    for (const id of ['', 'abc', '../x.y', 'a b.c', `${'x'.repeat(65)}.y`]) {
      const unknown = { ok: false, code: 'unknown_payment' }
      expect(await walley.retrieve(id)).toEqual(unknown)
      expect(await walley.update(id, request())).toEqual(unknown)
      expect(await walley.capture(operation(id))).toEqual(unknown)
      expect(await walley.cancel(id, 'k')).toEqual(unknown)
    }
    expect(await world.exchanges()).toEqual([])
  })
})

it("fits Walley's tables in every request, and so does every answer", async () => {
  const id = await open()
  await walley.update(id, {
    ...request([discounted, shipping]),
    order: { number: 'SE1001', snapshotHash: 'abc' },
  })
  await walley.retrieve(id)
  await world.pay(tokenOf(id), { method: 'DirectInvoice' })
  await settle()
  await walley.update(id, request())
  await walley.extendAuthorization?.(id, 'extend-1')
  await walley.capture(operation(id, { amountMinor: minor(4900), lines: [shipping] }))
  await walley.refund(operation(id, { amountMinor: minor(4900), lines: [shipping] }))
  await walley.refund(operation(id, { idempotencyKey: 'operation-2' }))
  await walley.cancel(id, 'cancel-1')
  await settle()
  await walley.retrieve(id)
  const business = providerOf('no', 'walley_b2b')
  const opened = await business.create(request([goods], 'no', 'business'))
  if (opened.ok) await world.pay(tokenOf(opened.providerOrderId), { outcome: 'hold' })
  if (opened.ok) await business.retrieve(opened.providerOrderId)
  await world.simulator.clock.advance(0)

  const exchanges = await world.exchanges()
  expect(exchanges.length).toBeGreaterThan(25)
  expect(checkTraffic(exchanges)).toEqual([])
})
