import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minor } from '../../domain/money/money.ts'
import type {
  BasketLine,
  CallbackRequest,
  PaymentOperation,
  PaymentProvider,
  PaymentRequest,
} from '../../domain/payments/payment-provider.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { createStripeClient } from './client.server.ts'
import { holdsAmount, offeredMethods } from './methods.ts'
import { createStripeProvider } from './provider.server.ts'
import { openStripe, startOfTime, type StripeWorld } from './stripe.test-support.ts'

let world: StripeWorld
let logged: Record<string, unknown>[]
let stripe: PaymentProvider

const log = { warn: (data: object) => void logged.push(data as Record<string, unknown>) }

const providerOf = (store: StoreCode, changes = {}) =>
  createStripeProvider({
    account: { ...world.account(store), ...changes },
    store,
    log,
    clock: () => world.simulator.clock.now(),
  })

beforeEach(async () => {
  logged = []
  world = await openStripe()
  stripe = providerOf('sv')
})

afterEach(async () => {
  await world.stop()
})

const goods: BasketLine = {
  kind: 'goods',
  reference: 'BAT-12V',
  name: 'Battery 12V',
  quantity: 2,
  unitMinor: minor(14900),
  discountMinor: minor(0),
  totalMinor: minor(29800),
  vatMinor: minor(5960),
  vatRateBasisPoints: 2500,
}

function request(
  changes: Partial<PaymentRequest> = {},
  store: StoreCode = 'sv',
  total = 29800,
): PaymentRequest {
  return {
    idempotencyKey: 'attempt-1',
    checkoutId: 'checkout-1',
    order: { number: 'SE1001', snapshotHash: 'abc' },
    basket: {
      store,
      currency: stores[store].currency,
      customerType: 'private',
      lines: [goods],
      totalMinor: minor(total),
      vatMinor: minor(5960),
    },
    urls: {
      terms: 'https://shop.example/terms',
      checkout: 'https://shop.example/checkout',
      confirmation: 'https://shop.example/confirmation?payment={payment}',
      notification: 'https://shop.example/webhook',
      validation: 'https://shop.example/validation',
    },
    email: 'anna@example.com',
    prefill: null,
    ...changes,
  }
}

async function open(changes: Partial<PaymentRequest> = {}, total = 29800): Promise<string> {
  const opened = await stripe.create(request(changes, 'sv', total))
  return opened.ok ? opened.providerOrderId : expect.fail(opened.code)
}

let attempts = 0

async function paid(token = 'pm_card_visa'): Promise<string> {
  attempts += 1
  const id = await open({ idempotencyKey: `paid-${attempts}` })
  await world.sdk.paymentIntents.confirm(id, { payment_method: token })
  return id
}

function operation(providerOrderId: string, changes: Partial<PaymentOperation> = {}): PaymentOperation {
  return {
    providerOrderId,
    amountMinor: minor(29800),
    currency: 'SEK',
    lines: [goods],
    idempotencyKey: 'operation-1',
    ...changes,
  }
}

describe('a payment with Stripe', () => {
  it('is opened with what the page needs to show its fields', async () => {
    expect(await stripe.create(request())).toEqual({
      ok: true,
      providerOrderId: expect.stringMatching(/^pi_\w{24}$/),
      embed: {
        kind: 'card',
        publishableKey: 'pk_test_simulated_sv',
        clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
        scriptUrl: `${world.url}/dahlia/stripe.js`,
      },
      expiresAt: null,
    })
  })

  it('is opened in every store with its methods, held where the method can', async () => {
    for (const store of storeCodes) {
      const opened = await providerOf(store).create(request({}, store))
      if (!opened.ok) expect.fail(opened.code)
      const intent = await createStripeClient(world.account(store)).paymentIntents.retrieve(
        opened.providerOrderId,
      )
      expect(intent).toMatchObject({
        amount: 29800,
        currency: stores[store].currency.toLowerCase(),
        payment_method_types: [...offeredMethods(store)],
        payment_method_options: { card: { capture_method: 'manual' } },
        metadata: { order_number: 'SE1001', snapshot_hash: 'abc', checkout_id: 'checkout-1' },
        receipt_email: null,
      })
      expect(intent.payment_method_options).not.toHaveProperty('swish')
    }
  })

  it('in Denmark offers only methods that hold the amount until shipment', () => {
    expect(offeredMethods('da').every(holdsAmount)).toBe(true)
    expect(offeredMethods('sv')[0]).toBe('card')
  })

  it('is opened once although the first answer was lost', async () => {
    await world.fault({ kind: 'disconnect', route: 'POST /v1/payment_intents', processed: true })
    expect(await stripe.create(request())).toEqual({ ok: false, code: 'provider_unavailable' })
    const id = await open()
    expect(await open()).toBe(id)
    expect(await world.control('GET', 'payments')).toHaveLength(1)
    expect(await open({}, 10000)).not.toBe(id)
  })

  it('follows the cart until it is confirmed', async () => {
    const id = await open({ order: null })
    expect(await stripe.update(id, request({}, 'sv', 19800))).toMatchObject({ ok: true, providerOrderId: id })
    expect(await stripe.retrieve(id)).toMatchObject({
      state: 'open',
      amountMinor: 19800,
      orderNumber: 'SE1001',
      snapshotHash: 'abc',
    })
    await world.sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_threeDSecure2Required' })
    expect(await stripe.update(id, request())).toEqual({ ok: false, code: 'read_only' })
    await stripe.cancel(id, 'cancel-1')
    expect(await stripe.update(id, request())).toEqual({ ok: false, code: 'unknown_payment' })
  })

  it('that is paid between reading and changing stays as it was paid', async () => {
    const id = await paid()
    expect(await stripe.update(id, request({}, 'sv', 19800))).toEqual({ ok: false, code: 'read_only' })
    expect(await stripe.retrieve(id)).toMatchObject({ state: 'authorized', amountMinor: 29800 })
  })

  it('is read with its states and amounts', async () => {
    const id = await open()
    expect(await stripe.retrieve(id)).toEqual({
      ok: true,
      providerOrderId: id,
      state: 'open',
      amountMinor: 29800,
      currency: 'SEK',
      snapshotHash: 'abc',
      orderNumber: 'SE1001',
      capturedMinor: 0,
      refundedMinor: 0,
      expiresAt: null,
      isIdle: true,
    })
    await expect(
      world.sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    ).rejects.toThrow('declined')
    expect(await stripe.retrieve(id)).toMatchObject({ state: 'open' })
    await world.fault({ kind: 'late_record', delayMs: 60_000 })
    await world.sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(await stripe.retrieve(id)).toMatchObject({ state: 'pending' })
    await world.simulator.clock.advance(60_000)
    expect(await stripe.retrieve(id)).toMatchObject({
      state: 'authorized',
      means: { kind: 'card', label: 'Visa •••• 4242' },
      expiresAt: new Date(startOfTime + 60_000 + 7 * 86_400_000),
    })
    await world.simulator.clock.advance(8 * 86_400_000)
    expect(await stripe.retrieve(id)).toMatchObject({ state: 'expired', capturedMinor: 0, refundedMinor: 0 })
  })

  it('takes the chosen method alone, and holds a card, also where the store offers another that cannot hold', async () => {
    const typesOf = async (means: 'card' | 'swish') => {
      const opened = await stripe.create({ ...request(), means, idempotencyKey: `one-${means}` })
      if (!opened.ok) expect.fail(opened.code)
      const intent = await world.sdk.paymentIntents.retrieve(opened.providerOrderId)
      return [intent.payment_method_types, intent.payment_method_options?.card?.capture_method]
    }
    expect(await typesOf('card')).toEqual([['card'], 'manual'])
    expect(await typesOf('swish')).toEqual([['swish'], undefined])
  })

  it('shows an amount that changed at the provider', async () => {
    await world.fault({ kind: 'changed_amount', byMinor: -100 })
    expect(await stripe.retrieve(await paid())).toMatchObject({ state: 'authorized', amountMinor: 29700 })
  })

  it('of another store is a fault', async () => {
    await expect(stripe.create(request({}, 'no'))).rejects.toThrow('the account of sv')
  })
})

describe('captures, refunds and cancellations at Stripe', () => {
  it('are carried out once however often they are repeated', async () => {
    const id = await paid()
    const first = await stripe.capture(operation(id))
    expect(first).toMatchObject({ ok: true, state: 'done' })
    expect(await stripe.capture(operation(id))).toEqual(first)
    const refund = operation(id, { amountMinor: minor(9800), idempotencyKey: 'refund-1' })
    const refunded = await stripe.refund(refund)
    expect(await stripe.refund(refund)).toEqual(refunded)
    expect(await stripe.retrieve(id)).toMatchObject({
      state: 'part_refunded',
      capturedMinor: 29800,
      refundedMinor: 9800,
    })
  })

  it.each([
    { kind: 'disconnect', processed: true },
    { kind: 'disconnect', processed: false },
    { kind: 'status', status: 504, processed: true },
  ])('are safe to repeat after a lost answer (%o)', async (lost) => {
    const id = await paid()
    await world.fault({ ...lost, route: 'POST /v1/payment_intents/:id/capture' })
    expect(await stripe.capture(operation(id))).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await stripe.capture(operation(id))).toMatchObject({ ok: true })
    await world.fault({ ...lost, route: 'POST /v1/refunds' })
    const refund = operation(id, { amountMinor: minor(9800), idempotencyKey: 'refund-1' })
    expect(await stripe.refund(refund)).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await stripe.refund(refund)).toMatchObject({ ok: true })
    expect(await stripe.retrieve(id)).toMatchObject({ capturedMinor: 29800, refundedMinor: 9800 })
  })

  it('in parts need a card that allows several captures, and never release the rest silently', async () => {
    const part = { amountMinor: minor(10000), idempotencyKey: 'parcel-1' }
    const id = await paid()
    expect(await stripe.capture(operation(id, part))).toMatchObject({ ok: true })
    // The same part again, after Stripe has forgotten the key.
    expect(await stripe.capture(operation(id, part))).toMatchObject({ ok: true })
    expect(await stripe.retrieve(id)).toMatchObject({ state: 'captured', capturedMinor: 10000 })
    const rest = { amountMinor: minor(19800), idempotencyKey: 'parcel-2' }
    expect(await stripe.capture(operation(id, rest))).toMatchObject({ ok: true })
    expect(await stripe.retrieve(id)).toMatchObject({ capturedMinor: 29800, refundedMinor: 0 })

    const single = await paid('pm_card_mastercard')
    expect(await stripe.capture(operation(single, part))).toEqual({
      ok: false,
      code: 'refused',
      reason: 'multicapture_unavailable',
    })
    expect(await stripe.capture(operation(single, { ...part, isFinal: true }))).toMatchObject({ ok: true })
    expect(await stripe.retrieve(single)).toMatchObject({
      state: 'captured',
      capturedMinor: 10000,
      refundedMinor: 0,
    })
    const refund = operation(single, { amountMinor: minor(10000), idempotencyKey: 'refund-1' })
    expect(await stripe.refund(refund)).toMatchObject({ ok: true })
    expect(await stripe.retrieve(single)).toMatchObject({ state: 'refunded', refundedMinor: 10000 })
  })

  it('never exceed what was authorized or captured', async () => {
    const id = await paid()
    expect(await stripe.capture(operation(id, { amountMinor: minor(29801) }))).toEqual({
      ok: false,
      code: 'refused',
      reason: 'amount_too_large',
    })
    expect(await stripe.refund(operation(id))).toMatchObject({ ok: false, code: 'refused' })
    await stripe.capture(operation(id, { idempotencyKey: 'operation-2' }))
    const again = operation(id, { idempotencyKey: 'operation-3' })
    expect(await stripe.capture(again)).toEqual({ ok: false, code: 'read_only' })
    expect(await stripe.refund({ ...again, amountMinor: minor(29801) })).toMatchObject({ code: 'refused' })
    expect(await stripe.retrieve(id)).toMatchObject({ capturedMinor: 29800, refundedMinor: 0 })
  })

  it('of a method that pays at once find the money there', async () => {
    const id = await open()
    const swish = { payment_method_data: { type: 'swish' as const }, return_url: 'https://shop.example/' }
    await world.sdk.paymentIntents.confirm(id, swish)
    const { client_secret: secret } = await world.sdk.paymentIntents.retrieve(id)
    await fetch(`${world.url}/page/authenticate`, {
      method: 'POST',
      body: JSON.stringify({ clientSecret: secret, isApproved: true }),
    })
    expect(await stripe.retrieve(id)).toMatchObject({ state: 'captured', capturedMinor: 29800 })
    expect(await stripe.capture(operation(id))).toMatchObject({ ok: true, state: 'done' })
    expect(await stripe.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
    expect(await stripe.retrieve(id)).toMatchObject({ capturedMinor: 29800, refundedMinor: 0 })
  })

  it('cancel what is not captured, and nothing twice', async () => {
    for (const id of [await open(), await paid()]) {
      expect(await stripe.cancel(id, 'cancel-1')).toMatchObject({ ok: true, state: 'done' })
      expect(await stripe.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
      expect(await stripe.retrieve(id)).toMatchObject({ state: 'cancelled', refundedMinor: 0 })
    }
  })

  it('release the rest of a partly captured payment', async () => {
    const id = await paid()
    await stripe.capture(operation(id, { amountMinor: minor(10000) }))
    expect(await stripe.cancel(id, 'cancel-1')).toMatchObject({ ok: true })
    expect(await stripe.retrieve(id)).toMatchObject({
      state: 'captured',
      capturedMinor: 10000,
      refundedMinor: 0,
    })
  })

  it('with another amount than the first time are refused', async () => {
    const id = await paid()
    const tooMuch = operation(id, { amountMinor: minor(29801) })
    expect(await stripe.capture(tooMuch)).toMatchObject({ reason: 'amount_too_large' })
    expect(await stripe.capture(operation(id))).toMatchObject({ reason: 'idempotency_error' })
  })

  it('wait where an earlier refund cannot be looked for', async () => {
    const id = await paid()
    await stripe.capture(operation(id))
    await world.fault({ kind: 'status', status: 500, route: 'GET /v1/refunds' })
    const refund = operation(id, { amountMinor: minor(100) })
    expect(await stripe.refund(refund)).toEqual({ ok: false, code: 'provider_unavailable' })
    expect(await stripe.refund(refund)).toMatchObject({ ok: true })
    expect(await stripe.retrieve(id)).toMatchObject({ refundedMinor: 100 })
  })
})

describe("Stripe's refusals", () => {
  it.each([500, 502, 503, 429, 409])('with status %i mean that the outcome is unknown', async (status) => {
    await world.fault({ kind: 'status', status, body: '{"error":{"type":"api_error","message":"x"}}' })
    expect(await stripe.create(request())).toEqual({ ok: false, code: 'provider_unavailable' })
  })

  it('in an unknown form mean that the outcome is unknown', async () => {
    const strange = providerOf('sv', { apiUrl: `${world.simulator.url}/control` })
    expect(await strange.retrieve('pi_1')).toMatchObject({ ok: false })
    await world.fault({ kind: 'status', status: 502, body: '<html>' })
    expect(await stripe.create(request())).toEqual({ ok: false, code: 'provider_unavailable' })
  })

  it('of wrong keys are logged without them', async () => {
    const wrong = providerOf('sv', { secretKey: 'sk_test_wrong' })
    expect(await wrong.create(request())).toMatchObject({ ok: false, code: 'refused' })
    expect(logged).toEqual([expect.objectContaining({ status: 401, requestId: expect.any(String) })])
    expect(JSON.stringify(logged)).not.toContain('sk_test')
  })

  it('of amounts name the code and the parameter, and no personal data', async () => {
    expect(await stripe.create(request({}, 'sv', 299))).toEqual({
      ok: false,
      code: 'refused',
      reason: 'amount_too_small',
    })
    expect(logged).toEqual([
      expect.objectContaining({
        errorCode: 'amount_too_small',
        param: 'amount',
        requestId: expect.any(String),
      }),
    ])
    expect(JSON.stringify(logged)).not.toContain('anna')
  })

  it('are not asked for with an id that Stripe cannot have made', async () => {
    const before = (await world.exchanges()).length
    for (const id of ['', '../refunds', 'ch_1', 'pi_', 'pi_a/b', `pi_${'x'.repeat(300)}`]) {
      expect(await stripe.retrieve(id)).toEqual({ ok: false, code: 'unknown_payment' })
      expect(await stripe.update(id, request())).toEqual({ ok: false, code: 'unknown_payment' })
      expect(await stripe.capture(operation(id))).toEqual({ ok: false, code: 'unknown_payment' })
      expect(await stripe.refund(operation(id))).toEqual({ ok: false, code: 'unknown_payment' })
      expect(await stripe.cancel(id, 'k')).toEqual({ ok: false, code: 'unknown_payment' })
    }
    expect(await world.exchanges()).toHaveLength(before)
    expect(await stripe.retrieve('pi_unknown')).toEqual({ ok: false, code: 'unknown_payment' })
  })
})

describe("Stripe's webhooks", () => {
  const requestOf = (index: number, changes: Partial<CallbackRequest> = {}): CallbackRequest => {
    const { headers, body } = world.received[index]!
    return { headers, query: {}, body, ...changes }
  }

  it('name the payment that they are about', async () => {
    const id = await paid()
    await stripe.capture(operation(id))
    await stripe.refund(operation(id, { amountMinor: minor(100) }))
    await world.deliver()
    const readings = world.received.map((_, index) => stripe.readCallback?.(requestOf(index)))
    expect(readings).toEqual(
      world.received.map(({ event }) => ({
        ok: true,
        providerOrderId: id,
        eventId: event.id,
        kind: event.type,
      })),
    )
    expect(new Set(world.received.map(({ event }) => event.data.object.object))).toEqual(
      new Set(['payment_intent', 'charge', 'refund']),
    )
  })

  it('that are forged, changed or replayed are refused', async () => {
    await open()
    await world.deliver()
    const forged = { ok: false, code: 'bad_signature' }
    expect(stripe.readCallback?.(requestOf(0, { headers: {} }))).toEqual(forged)
    expect(stripe.readCallback?.(requestOf(0, { headers: { 'stripe-signature': 't=1,v1=00' } }))).toEqual(
      forged,
    )
    expect(stripe.readCallback?.(requestOf(0, { body: Buffer.from('{}') }))).toEqual(forged)
    expect(providerOf('no').readCallback?.(requestOf(0))).toEqual(forged)
    await world.simulator.clock.advance(301_000)
    expect(stripe.readCallback?.(requestOf(0))).toEqual(forged)
  })

  it('with a right signature and a strange body are unreadable', () => {
    for (const payload of ['', 'no json', '[]', '{"object":"event"}']) {
      const signature = world.sdk.webhooks.generateTestHeaderString({
        payload,
        secret: world.account('sv').webhookSecret,
        timestamp: startOfTime / 1000,
      })
      const headers = { 'stripe-signature': signature }
      expect(stripe.readCallback?.({ headers, query: {}, body: Buffer.from(payload) })).toMatchObject({
        ok: false,
      })
    }
  })
})
