import { afterEach, expect, it, vi } from 'vitest'
import type { ParcelRequest } from '../../domain/shipping/parcel-booking.ts'
import type { CarrierSettings } from './carriers.ts'
import { guardedCarrier } from './guarded-carrier.ts'

const warnings: object[] = []
const services = { log: { warn: (data: object) => void warnings.push(data) }, clock: () => 0 }
const settings = (): CarrierSettings => ({
  keys: {},
  ofStores: { sv: { customer: '1' } },
  hosts: {},
  switches: [],
  publicUrl: 'http://shop.example',
})
const pdf = new Uint8Array(Buffer.from('%PDF-1.4'))
const point = {
  id: '1',
  type: 'manned',
  name: 'Shop',
  street: 'Street 1',
  postalCode: '123 45',
  city: 'City',
  countryCode: 'SE',
}
const booked = { ok: true, booking: 'b1', trackingNumber: 'N1', label: pdf }

/** A carrier that works, with some calls replaced. */
function carrier({
  near = async () => ({ ok: true, points: [point] }),
  parcels = {},
  readDelivery,
}: {
  near?: unknown
  parcels?: Record<string, unknown>
  readDelivery?: unknown
} = {}) {
  return guardedCarrier({ module: 'acme', carrier: 'acme' }, {
    open: () => ({
      servicePoints: { countries: ['SE'], near },
      parcels: { book: async () => booked, ...parcels },
    }),
    ...(readDelivery !== undefined && { readDelivery }),
  } as never)
}
const pointsOf = (given?: Parameters<typeof carrier>[0]) =>
  carrier(given)
    .servicePoints(settings(), services)
    .servicePoints({ countryCode: 'SE', postalCode: '12345', kind: 'pickup', language: 'sv-SE' })
const parcelsOf = (parcels: Record<string, unknown> = {}) =>
  carrier({ parcels }).parcels(settings(), services)
const place = {
  name: 'A',
  company: null,
  street: 'S',
  postalCode: '12345',
  city: 'C',
  countryCode: 'SE',
  email: 'a@example.com',
  phone: '',
}
const request: ParcelRequest = {
  reference: 'S1-P1',
  direction: 'outbound',
  store: 'sv',
  kind: 'home',
  sender: place,
  recipient: place,
  servicePoint: null,
  customerNumber: null,
  contents: 'S1',
  weightGrams: 100,
  sidesMm: null,
  dangerousGoods: [],
  customs: null,
}
const book = (call: unknown) => parcelsOf({ book: call }).book(request, false)
const unavailable = { ok: false, code: 'carrier_unavailable' }

afterEach(() => {
  warnings.length = 0
  vi.useRealTimers()
})

it('reads service points, and leaves out those that cannot be read', async () => {
  const near = async () => ({ ok: true, points: [{ ...point, id: 7 }, point] })
  expect(await pointsOf({ near })).toMatchObject({
    ok: true,
    points: [{ id: '1', carrier: 'acme', postalCode: '12345', position: null }],
  })
  expect(warnings).toMatchObject([{ module: 'acme', carrier: 'acme', call: 'servicePoints' }])
})

it('names points that cannot be read once for each answer, and reads no more than a city has', async () => {
  const near = async () => ({
    ok: true,
    points: Array.from({ length: 100_000 }, () => ({ ...point, id: 7 })),
  })
  expect(await pointsOf({ near })).toEqual({ ok: true, points: [] })
  expect(warnings).toMatchObject([{ reason: expect.stringContaining('200 service points') }])
})

it('logs of what a call throws its name and code, not its words', async () => {
  const cause = Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' })
  const fault = new TypeError('no parcel for Karin Ek, Storgatan 1, https://key:secret@acme.example', {
    cause,
  })
  await book(() => Promise.reject(fault))
  const named = Object.assign(new Error('x'), { name: 'Karin Ek', code: '811228-9874' })
  await book(() => Promise.reject(named))
  expect(warnings).toMatchObject([{ reason: 'TypeError ECONNREFUSED' }, { reason: 'Error' }])
})

it('books a parcel for a store with its own keys, and no return', async () => {
  const asked: object[] = []
  const parcels = parcelsOf({
    book: async (parcel: object) => {
      asked.push(parcel)
      return booked
    },
  })
  expect([
    parcels.canBook('sv', 'outbound'),
    parcels.canBook('no', 'outbound'),
    parcels.canBook('sv', 'return'),
  ]).toEqual([true, false, false])
  expect(await parcels.book(request, true)).toEqual({
    ok: true,
    parcel: { bookingId: 'b1', trackingNumber: 'N1', trackingUrl: null, label: pdf, labelUrl: null },
  })
  expect(asked).toMatchObject([{ reference: 'S1-P1', isRetry: true }])
  expect(warnings).toEqual([])
})

it('a label that is no PDF and an address that is a script are left out of a parcel that is booked', async () => {
  const answer = { ...booked, label: new Uint8Array([1]), trackingUrl: 'javascript:alert(1)' }
  expect(await book(async () => answer)).toMatchObject({
    ok: true,
    parcel: { trackingNumber: 'N1', label: null, trackingUrl: null },
  })
  expect(warnings).toHaveLength(2)
})

it.each([
  ['throws', () => Promise.reject(new Error('down'))],
  ['throws at once', () => JSON.parse('{') as never],
  ['answers nothing', async () => undefined],
  ['answers another form', async () => ({ ok: true })],
])('a call that %s is no answer, and named', async (_what, call) => {
  expect(await pointsOf({ near: call })).toEqual(unavailable)
  expect(await book(call)).toEqual(unavailable)
  const parcels = parcelsOf({ cancel: call, delivery: call, label: call })
  expect(await parcels.cancel({ store: 'sv', bookingId: 'b1', direction: 'outbound' })).toEqual(unavailable)
  expect(await parcels.delivery({ store: 'sv', trackingNumber: 'N1' })).toEqual(unavailable)
  expect(await parcels.label('https://labels.example/1')).toBeNull()
  expect(warnings).toMatchObject(
    ['servicePoints', 'book', 'cancel', 'delivery', 'label'].map((name) => ({ module: 'acme', call: name })),
  )
})

it('a call that does not answer is no answer', async () => {
  vi.useFakeTimers()
  const answers = Promise.all([
    pointsOf({ near: () => new Promise(() => {}) }),
    book(() => new Promise(() => {})),
  ])
  await vi.runAllTimersAsync()
  expect(await answers).toEqual([unavailable, unavailable])
  expect(warnings).toMatchObject([{ reason: 'no answer in time' }, { reason: 'no answer in time' }])
})

it.each([
  [
    'fails',
    () => {
      throw new Error('broken')
    },
  ],
  ['answers nothing', () => undefined],
  ['answers another form', () => ({ servicePoints: { countries: 'SE' } })],
])('a carrier whose account %s at its opening has neither points nor parcels', async (_what, open) => {
  const opened = guardedCarrier({ module: 'acme', carrier: 'acme' }, { open: open as never })
  const account = settings()
  expect(opened.servicePoints(account, services).countries).toEqual([])
  expect(opened.parcels(account, services).canBook('sv', 'outbound')).toBe(false)
  expect(warnings).toMatchObject([{ module: 'acme', call: 'open' }])
})

it('a report that cannot be read is refused, without its words in the log', () => {
  const received = { headers: {}, body: Buffer.from('secret') }
  const read = (readDelivery: unknown) =>
    carrier({ readDelivery }).readDeliveryEvent?.({}, received, services)
  expect(read(() => ({ ok: true, delivery: { trackingNumber: 'N1', deliveredAt: 'today' } }))).toEqual({
    ok: false,
    code: 'unreadable',
  })
  expect(read((_keys: object, { body }: { body: Buffer }) => JSON.parse(body.toString()) as never)).toEqual({
    ok: false,
    code: 'unreadable',
  })
  expect(JSON.stringify(warnings)).not.toContain('secret')
  const deliveredAt = new Date(0)
  expect(read(() => ({ ok: true, delivery: { trackingNumber: 'N1', deliveredAt }, kind: 'done' }))).toEqual({
    ok: true,
    kind: 'done',
    delivery: { carriers: ['acme'], trackingNumber: 'N1', deliveredAt },
  })
  expect(read(undefined)).toBeUndefined()
})
