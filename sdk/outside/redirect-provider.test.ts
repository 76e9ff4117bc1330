import { afterEach, expect, it, vi } from 'vitest'
import { minor } from '../../domain/money/money.ts'
import type { PaymentRequest } from '../../domain/payments/payment-provider.ts'
import type { PaymentRecord, RedirectPayments } from './payments.ts'
import { providerOf } from './redirect-provider.ts'

const warnings: object[] = []
const services = {
  store: 'sv' as const,
  log: { warn: (data: object) => void warnings.push(data) },
  clock: () => 0,
}
const done = { ok: true, operation: 'o1', state: 'done' } as const
const working: RedirectPayments = {
  open: async () => ({ ok: true, payment: 'p1', url: 'https://pay.example/p1' }),
  read: async (payment) => ({
    ok: true,
    payment,
    state: 'authorized',
    amountMinor: 100,
    currency: 'SEK',
    orderNumber: 'S1',
  }),
  capture: async () => done,
  refund: async () => done,
  cancel: async () => done,
}
const provider = (changed: object = {}) =>
  providerOf({ module: 'acme', method: 'acme' }, { ...working, ...changed }, services)
const request: PaymentRequest = {
  idempotencyKey: 'k',
  checkoutId: 'c',
  order: { number: 'S1', snapshotHash: 'h' },
  basket: {
    store: 'sv',
    currency: 'SEK',
    customerType: 'private',
    lines: [],
    totalMinor: minor(100),
    vatMinor: minor(20),
  },
  urls: { terms: 't', checkout: 'c', confirmation: '{payment}', notification: 'n', validation: 'v' },
  email: 'a@example.com',
  prefill: {
    company: null,
    firstName: 'A',
    lastName: 'B',
    careOf: null,
    street: 'S',
    street2: null,
    postalCode: '1',
    city: 'C',
    countryCode: 'SE',
    email: null,
    phone: null,
  },
}
const unavailable = { ok: false, code: 'provider_unavailable' }

afterEach(() => {
  warnings.length = 0
  vi.useRealTimers()
})

it('opens a payment on a page, and reads its record', async () => {
  expect(await provider().create(request)).toMatchObject({
    ok: true,
    providerOrderId: 'p1',
    embed: { kind: 'redirect', url: 'https://pay.example/p1' },
  })
  expect(await provider().retrieve('p1')).toMatchObject({ ok: true, providerOrderId: 'p1', amountMinor: 100 })
  expect(warnings).toEqual([])
})

it.each([
  ['throws', () => Promise.reject(new Error('down'))],
  ['throws at once', () => JSON.parse('{') as never],
  ['answers nothing', async () => undefined],
  ['answers a script', async () => ({ ok: true, payment: 'p1', url: 'javascript:alert(1)' })],
  ['answers another form', async () => ({ ok: true, payment: 'p1' })],
])('one that %s is unavailable, and named', async (_what, open) => {
  expect(await provider({ open }).create(request)).toEqual(unavailable)
  expect(warnings).toMatchObject([{ module: 'acme', method: 'acme', store: 'sv', call: 'open' }])
})

it('one that does not answer is unavailable', async () => {
  vi.useFakeTimers()
  const answer = provider({ capture: () => new Promise(() => {}) }).capture({
    providerOrderId: 'p1',
    amountMinor: minor(1),
    currency: 'SEK',
    lines: [],
    idempotencyKey: 'k',
  })
  await vi.runAllTimersAsync()
  expect(await answer).toEqual(unavailable)
  expect(warnings).toMatchObject([{ call: 'capture', reason: 'no answer in time' }])
})

it('a record of money that was taken has its sums, or is none', async () => {
  const read = (changed: object) => async () => ({ ...(await working.read('p1')), ...changed })
  for (const [changed, missing] of [
    [{ state: 'captured' }, 'captured without capturedMinor'],
    [{ state: 'part_refunded', capturedMinor: 100 }, 'part_refunded without refundedMinor'],
    [{ state: 'refunded', refundedMinor: 100 }, 'refunded without capturedMinor'],
    [{ state: 'captured', capturedMinor: 0 }, 'captured with nothing captured'],
    [{ state: 'captured', capturedMinor: 101 }, 'captured more than the amount'],
    [{ state: 'authorized', capturedMinor: 101 }, 'captured more than the amount'],
    [{ state: 'refunded', capturedMinor: 50, refundedMinor: 51 }, 'refunded more than was captured'],
  ] as const) {
    expect(await provider({ read: read(changed) }).retrieve('p1')).toEqual(unavailable)
    expect(warnings.at(-1)).toMatchObject({ module: 'acme', reason: expect.stringContaining(missing) })
  }
  const captured = { state: 'captured', capturedMinor: 100 }
  expect(await provider({ read: read(captured) }).retrieve('p1')).toMatchObject(captured)
})

it('a record of money that was taken does not compile without its sums', () => {
  const payment = { ok: true, payment: 'p1', amountMinor: 100, currency: 'SEK', orderNumber: null } as const
  // @ts-expect-error -- how much was captured
  const captured: PaymentRecord = { ...payment, state: 'captured' }
  // @ts-expect-error -- how much was refunded
  const refunded: PaymentRecord = { ...payment, state: 'refunded', capturedMinor: 100 }
  const open: PaymentRecord = { ...payment, state: 'open' }
  expect([captured, refunded, open]).toHaveLength(3)
})

it('the record of another payment is none', async () => {
  const read = async () => ({ ...(await working.read('p2')) })
  expect(await provider({ read }).retrieve('p1')).toEqual(unavailable)
})

it('a webhook that cannot be read is refused, and there is none without a reader', () => {
  const received = { headers: {}, query: {}, body: Buffer.from('') }
  const readWebhook = () => ({ ok: true }) as never
  expect(provider({ readWebhook }).readCallback?.(received)).toEqual({ ok: false, code: 'unreadable' })
  expect(provider().readCallback).toBeUndefined()
})
