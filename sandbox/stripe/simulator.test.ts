import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulatedAccount } from './accounts.ts'
import { createStripeClient } from '../../modules/stripe/client.server.ts'
import {
  comparePublished,
  hasPublishedObjects,
  openStripe,
  startOfTime,
  type StripeWorld,
} from '../../modules/stripe/stripe.test-support.ts'

let world: StripeWorld

beforeEach(async () => {
  world = await openStripe()
})

afterEach(async () => {
  await world.stop()
})

const held = {
  amount: 29800,
  currency: 'sek',
  payment_method_types: ['card', 'swish'],
  payment_method_options: { card: { capture_method: 'manual', request_multicapture: 'if_available' } },
  metadata: { order_number: 'SE1001' },
} satisfies Stripe.PaymentIntentCreateParams

const open = (changes: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  world.sdk.paymentIntents.create({ ...held, ...changes })

const pay = (id: string, token = 'pm_card_visa') =>
  world.sdk.paymentIntents.confirm(id, { payment_method: token, expand: ['latest_charge'] })

async function authorized(token = 'pm_card_visa') {
  const { id } = await open()
  await pay(id, token)
  return id
}

const read = (id: string) => world.sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] })

async function errorOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Stripe.errors.StripeError)
  return error as Stripe.errors.StripeError
}

const types = () => world.received.map(({ event }) => event.type)

describe("Stripe's requests", () => {
  it('need a secret key', async () => {
    const stranger = createStripeClient({ ...world.account('sv'), secretKey: 'sk_test_wrong' })
    expect(await errorOf(stranger.paymentIntents.create(held))).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    const { status } = await world.send('GET', '/v1/payment_intents', undefined, { authorization: '' })
    expect(status).toBe(401)
  })

  it('of one account do not see the payments of another', async () => {
    const { id } = await open()
    const other = createStripeClient(world.account('no'))
    expect(await errorOf(other.paymentIntents.retrieve(id))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  it('are refused with the name of an unknown parameter', async () => {
    const sent = await world.send('POST', '/v1/payment_intents', 'amount=1000&currency=sek&colour[dark]=1')
    expect(sent).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: 'parameter_unknown', param: 'colour' } },
    })
    const nested = 'amount=1000&currency=sek&shipping[name]=A&shipping[address][planet]=Earth'
    expect((await world.send('POST', '/v1/payment_intents', nested)).body).toMatchObject({
      error: { code: 'parameter_unknown', param: 'shipping[address][planet]' },
    })
  })

  it.each([
    ['currency=sek', { code: 'parameter_missing', param: 'amount' }],
    ['amount=10.5&currency=sek', { code: 'parameter_invalid_integer', param: 'amount' }],
    ['amount=299&currency=sek', { code: 'amount_too_small', param: 'amount' }],
    ['amount=100000000&currency=sek', { code: 'amount_too_large', param: 'amount' }],
    ['amount=1000&currency=nok&payment_method_types[0]=swish', { param: 'payment_method_types' }],
    ['amount=1000&currency=sek&payment_method_types[0]=cash', { param: 'payment_method_types[0]' }],
    [
      'amount=1000&currency=sek&payment_method_types[0]=swish&capture_method=manual',
      { param: 'payment_method_types' },
    ],
    ['amount=1000&currency=SEK', { param: 'currency' }],
  ])('with %s are refused', async (body, error) => {
    expect(await world.send('POST', '/v1/payment_intents', body)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', ...error } },
    })
  })

  it('of another API version or content type are refused', async () => {
    const old = { 'stripe-version': '2019-01-01' }
    expect((await world.send('GET', '/v1/payment_intents', undefined, old)).status).toBe(400)
    const json = { 'content-type': 'application/json' }
    expect((await world.send('POST', '/v1/payment_intents', '{}', json)).status).toBe(400)
  })

  it('with one idempotency key are carried out once', async () => {
    const options = { idempotencyKey: 'create-1' }
    const first = await world.sdk.paymentIntents.create(held, options)
    const second = await world.sdk.paymentIntents.create(held, options)
    expect(second.id).toBe(first.id)
    const raw = [
      'POST',
      '/v1/payment_intents',
      'amount=1000&currency=sek',
      { 'idempotency-key': 'raw' },
    ] as const
    expect((await world.send(...raw)).headers.get('idempotent-replayed')).toBeNull()
    expect((await world.send(...raw)).headers.get('idempotent-replayed')).toBe('true')
    expect(await errorOf(world.sdk.paymentIntents.create({ ...held, amount: 1000 }, options))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })
})

describe('a payment', () => {
  it('by card is authorized, and captured later', async () => {
    const { id, status } = await open()
    expect(status).toBe('requires_payment_method')
    const paid = await pay(id)
    expect(paid).toMatchObject({ status: 'requires_capture', amount_capturable: 29800, amount_received: 0 })
    expect(paid.latest_charge).toMatchObject({
      captured: false,
      payment_method_details: { card: { capture_before: startOfTime / 1000 + 7 * 86_400 } },
    })
    expect(await world.sdk.paymentIntents.capture(id)).toMatchObject({
      status: 'succeeded',
      amount_received: 29800,
      amount_capturable: 0,
    })
  })

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
  ])('with %s is declined and may be paid with another card', async (token, code, declineCode) => {
    const { id } = await open()
    expect(await errorOf(pay(id, token))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
    })
    expect(await read(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
      latest_charge: { status: 'failed', paid: false },
    })
    expect(await pay(id)).toMatchObject({ status: 'requires_capture', last_payment_error: null })
  })

  it('with Swish waits for the app, pays at once, and fails after three minutes', async () => {
    const { id } = await open()
    const confirm = { payment_method_data: { type: 'swish' as const }, return_url: 'https://shop.example/' }
    expect(await world.sdk.paymentIntents.confirm(id, confirm)).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'swish_handle_redirect_or_display_qr_code' },
    })
    await world.simulator.clock.advance(3 * 60_000)
    expect(await read(id)).toMatchObject({ status: 'requires_payment_method' })
  })

  it('keeps its amount once it is confirmed', async () => {
    const { id } = await open()
    expect(await world.sdk.paymentIntents.update(id, { amount: 30000 })).toMatchObject({ amount: 30000 })
    await pay(id)
    expect(await errorOf(world.sdk.paymentIntents.update(id, { amount: 29900 }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await errorOf(pay(id))).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('that is not captured in seven days ends', async () => {
    const id = await authorized()
    await world.simulator.clock.advance(7 * 86_400_000)
    expect(await read(id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
      amount_capturable: 0,
    })
    expect(types()).toEqual(expect.arrayContaining(['charge.expired', 'payment_intent.canceled']))
  })

  it('is never captured above its authorization', async () => {
    const id = await authorized()
    expect(await errorOf(world.sdk.paymentIntents.capture(id, { amount_to_capture: 29801 }))).toMatchObject({
      code: 'amount_too_large',
    })
    await world.sdk.paymentIntents.capture(id, { amount_to_capture: 20000 })
    expect(await errorOf(world.sdk.paymentIntents.capture(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await read(id)).toMatchObject({
      amount_received: 20000,
      latest_charge: { amount_captured: 20000, amount_refunded: 9800 },
    })
  })

  it('is captured in parts where the card allows it', async () => {
    const id = await authorized()
    const part = { amount_to_capture: 10000, final_capture: false }
    expect(await world.sdk.paymentIntents.capture(id, part)).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 19800,
      amount_received: 10000,
    })
    expect(await world.sdk.paymentIntents.cancel(id)).toMatchObject({
      status: 'canceled',
      amount_received: 10000,
      amount_capturable: 0,
    })
    const other = await authorized('pm_card_mastercard')
    expect(await errorOf(world.sdk.paymentIntents.capture(other, part))).toMatchObject({
      param: 'final_capture',
    })
  })

  it('is never refunded above what was captured', async () => {
    const id = await authorized()
    expect(await errorOf(world.sdk.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 })
    await world.sdk.paymentIntents.capture(id)
    await world.sdk.refunds.create({ payment_intent: id, amount: 9800 })
    expect(await errorOf(world.sdk.refunds.create({ payment_intent: id, amount: 20001 }))).toMatchObject({
      param: 'amount',
    })
    await world.sdk.refunds.create({ payment_intent: id, amount: 20000 })
    expect(await errorOf(world.sdk.refunds.create({ payment_intent: id, amount: 1 }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    const refunds = await world.sdk.refunds.list({ payment_intent: id })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([20000, 9800])
    expect(await world.control('GET', 'payments')).toMatchObject([
      { provider: 'stripe', id, capturedMinor: 29800, refundedMinor: 29800, reference: 'SE1001' },
    ])
  })
})

describe('webhooks', () => {
  it('are signed over the exact body with the time of their attempt', async () => {
    await authorized()
    await world.deliver()
    const { webhookSecret } = simulatedAccount('sv')
    expect(types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
    ])
    for (const { headers, body } of world.received) {
      const signature = headers['stripe-signature'] ?? ''
      const check = (payload: Buffer, secret: string) =>
        world.sdk.webhooks.constructEvent(payload, signature, secret, 300, undefined, startOfTime)
      expect(check(body, webhookSecret).object).toBe('event')
      expect(() => check(body, 'whsec_wrong')).toThrow(Stripe.errors.StripeSignatureVerificationError)
      expect(() => check(Buffer.concat([body, Buffer.from(' ')]), webhookSecret)).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      )
    }
  })

  it('are repeated for three days until they are accepted', async () => {
    world.answerWith(500)
    await open()
    await world.simulator.clock.advance(4 * 86_400_000)
    expect(world.received).toHaveLength(11)
    expect(new Set(world.received.map(({ event }) => event.id)).size).toBe(1)
    world.received.length = 0
    world.answerWith(204)
    await open()
    await world.simulator.clock.advance(4 * 86_400_000)
    expect(world.received).toHaveLength(1)
  })

  it('are lost, doubled and reordered on request', async () => {
    await world.fault({ kind: 'lost', callback: 'payment_intent.created' })
    await world.fault({ kind: 'reordered', callback: 'charge.succeeded' })
    await world.fault({ kind: 'doubled', callback: 'payment_intent.succeeded' })
    await world.sdk.paymentIntents.capture(await authorized())
    await world.deliver()
    expect(types()).toEqual([
      'payment_intent.amount_capturable_updated',
      'charge.succeeded',
      'charge.captured',
      'payment_intent.succeeded',
      'payment_intent.succeeded',
    ])
  })
})

describe.skipIf(!hasPublishedObjects)("Stripe's published objects (SHARED_DATA)", () => {
  it('have the members of every answer and event of the simulator', async () => {
    const declined = await open()
    await errorOf(pay(declined.id, 'pm_card_visa_chargeDeclined'))
    const id = await authorized()
    await world.sdk.paymentIntents.capture(id, { amount_to_capture: 20000 })
    await world.sdk.refunds.create({ payment_intent: id, amount: 5000 })
    await world.sdk.paymentIntents.cancel(await authorized())
    const swish = await open()
    await world.sdk.paymentIntents.confirm(swish.id, {
      payment_method_data: { type: 'swish' },
      return_url: 'https://shop.example/',
    })
    await world.deliver()
    const objects = [
      ...world.received.map(({ event }) => event),
      ...world.received.map(({ event }) => event.data.object),
      ...(await Promise.all([declined.id, id, swish.id].map(read))),
      ...(await world.sdk.webhookEndpoints.list()).data,
    ]
    expect(new Set(objects.map(({ object }) => object))).toEqual(
      new Set(['event', 'payment_intent', 'charge', 'refund', 'webhook_endpoint']),
    )
    expect(objects.flatMap((object) => comparePublished(object as never))).toEqual([])
  })
})
