import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PaymentToOpen } from 'anode/module'
import { startSimulator, type Simulator } from '../simulator/simulator.ts'
import { harbourPayments } from './payments.server.ts'
import { sign, signatureHeader } from './signature.ts'

const secret = 'simulated-webhook-secret'
let simulator: Simulator
let payments: ReturnType<typeof harbourPayments>

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.webhooks = 'kept back'
  payments = harbourPayments(
    {
      keys: { api_key: 'simulated-api-key', webhook_secret: secret },
      hosts: { url: simulator.url },
      options: {},
    },
    { store: 'sv', log: { warn: () => {} }, clock: Date.now },
  )
})
beforeEach(() => void (simulator.answers = 'well'))
afterAll(() => simulator.close())

const asked = (orderNumber: string): PaymentToOpen => ({
  idempotencyKey: `key-${orderNumber}`,
  orderNumber,
  store: 'sv',
  currency: 'SEK',
  amountMinor: 30_000,
  vatMinor: 6_000,
  lines: [],
  language: 'sv-SE',
  buyer: {
    type: 'private',
    company: null,
    firstName: 'Astrid',
    lastName: 'Berg',
    street: 'Storgatan 1',
    postalCode: '11120',
    city: 'Stockholm',
    countryCode: 'SE',
    email: 'astrid@example.com',
    phone: null,
  },
  urls: {
    confirmation: 'http://shop.example/sv/checkout/confirmation?payment={payment}',
    checkout: 'http://shop.example/sv/checkout/1',
    webhook: 'http://shop.example/callbacks/harbour-pay/sv/notification',
    terms: 'http://shop.example/sv/terms',
  },
})

async function opened(orderNumber: string): Promise<string> {
  const answer = await payments.open(asked(orderNumber))
  if (!answer.ok) throw new Error(answer.code)
  return answer.payment
}

const press = (payment: string, choice: string) =>
  fetch(`${simulator.url}/pay/${payment}/${choice}`, { method: 'POST', redirect: 'manual' })
const operation = (payment: string, amountMinor: number, idempotencyKey: string) => ({
  payment,
  amountMinor,
  currency: 'SEK',
  lines: [],
  idempotencyKey,
})
const stateOf = async (payment: string) => {
  const record = await payments.read(payment)
  return record.ok ? [record.state, record.capturedMinor, record.refundedMinor] : record.code
}

it('opens one payment for one key, which the shopper approves on its page', async () => {
  const payment = await opened('S1')
  expect(await opened('S1')).toBe(payment)
  expect(await payments.read(payment)).toMatchObject({
    state: 'open',
    amountMinor: 30_000,
    orderNumber: 'S1',
  })
  const back = await press(payment, 'approve')
  expect(back.headers.get('location')).toBe(`http://shop.example/sv/checkout/confirmation?payment=${payment}`)
  expect(await stateOf(payment)).toEqual(['authorized', 0, 0])
})

it('is captured and refunded in parts, once for each key', async () => {
  const payment = await opened('S2')
  expect(await payments.capture(operation(payment, 10_000, 'c0'))).toMatchObject({ code: 'refused' })
  await press(payment, 'approve')
  for (const key of ['c1', 'c1', 'c2']) await payments.capture(operation(payment, 10_000, key))
  expect(await stateOf(payment)).toEqual(['authorized', 20_000, 0])
  expect(await payments.cancel(payment, 'x')).toMatchObject({ ok: true })
  expect(await stateOf(payment)).toEqual(['captured', 20_000, 0])
  await payments.refund(operation(payment, 5_000, 'r1'))
  expect(await stateOf(payment)).toEqual(['part_refunded', 20_000, 5_000])
  expect(await payments.refund(operation(payment, 20_000, 'r2'))).toEqual({
    ok: false,
    code: 'refused',
    reason: 'amount',
  })
})

it('ends when the shopper declines or the shop cancels, and nobody can approve it afterwards', async () => {
  const declined = await opened('S3')
  await press(declined, 'decline')
  expect(await stateOf(declined)).toEqual(['failed', 0, 0])
  const cancelled = await opened('S4')
  await payments.cancel(cancelled, 'x4')
  await press(cancelled, 'approve')
  expect(await stateOf(cancelled)).toEqual(['cancelled', 0, 0])
  expect(await stateOf('pay_unknown')).toBe('unknown_payment')
})

it('reads what is signed with the secret of the account, and was sent just now', () => {
  const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'payment.authorized', payment: 'pay_1' }))
  const now = Math.floor(Date.now() / 1000)
  const read = (signature: string | undefined, received: Uint8Array = body) =>
    payments.readWebhook?.({ headers: { [signatureHeader]: signature }, query: {}, body: received })
  expect(read(sign(secret, body, now))).toEqual({
    ok: true,
    payment: 'pay_1',
    eventId: 'evt_1',
    kind: 'payment.authorized',
  })
  const forged = { ok: false, code: 'bad_signature' }
  expect(read(undefined)).toEqual(forged)
  expect(read(sign('another', body, now))).toEqual(forged)
  expect(read(sign(secret, body, now - 3_600))).toEqual(forged)
  expect(read(sign(secret, body, now), Buffer.from('{}'))).toEqual(forged)
})

it('says that an API that is out of order is unavailable, and throws for nonsense', async () => {
  simulator.answers = 'fault'
  expect(await payments.read('pay_1')).toEqual({ ok: false, code: 'provider_unavailable' })
  simulator.answers = 'nonsense'
  await expect(payments.read('pay_1')).rejects.toThrow('invalid')
})
