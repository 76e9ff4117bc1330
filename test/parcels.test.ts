/** Each carrier's booking adapter against its simulator, over HTTP. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minor } from '../domain/money/money.ts'
import type { ParcelAddress, ParcelRequest } from '../domain/shipping/parcel-booking.ts'
import type { ServicePoint } from '../domain/shipping/service-point.ts'
import type { CarrierLogo } from '../domain/stores/store.ts'
import { composeCarriers, composeParcelCarriers } from '../server/compose.ts'
import type { CarrierAccounts } from '../server/carrier-settings.ts'
import { openCarriers, type SimulatedCarriers } from './simulated-carriers.ts'

let simulated: SimulatedCarriers
beforeAll(async () => {
  simulated = await openCarriers()
})
afterEach(() => simulated.reset())
afterAll(() => simulated.stop())

const dayMs = 86_400_000

function carriersOf(accounts: CarrierAccounts = simulated.accounts) {
  const warnings: string[] = []
  const log = { info: () => {}, warn: (data: object) => void warnings.push(JSON.stringify(data)) }
  const kept = { carriersOf: () => accounts }
  const parts = { accounts: kept, clock: () => Date.UTC(2026, 10, 20, 9), log }
  return { warnings, points: composeCarriers(parts), parcels: composeParcelCarriers(parts) }
}

const places: Record<string, Pick<ParcelAddress, 'street' | 'postalCode' | 'city'>> = {
  SE: { street: 'Storgatan 1', postalCode: '12345', city: 'Demostad' },
  NO: { street: 'Storgata 1', postalCode: '0150', city: 'Oslo' },
  DE: { street: 'Hauptstraße 1', postalCode: '10115', city: 'Berlin' },
  DK: { street: 'Hovedgaden 1', postalCode: '2100', city: 'København' },
}
const buyer = (countryCode: string): ParcelAddress => ({
  name: 'Åsa Öberg',
  company: null,
  email: 'asa@example.com',
  phone: '+46701234567',
  countryCode,
  ...places[countryCode]!,
})
const shop = (countryCode: string): ParcelAddress => ({
  ...buyer(countryCode),
  name: 'Lager',
  company: 'Anode',
  email: 'lager@anode.example',
})

const request = (countryCode: string, more: Partial<ParcelRequest> = {}): ParcelRequest => ({
  reference: 'S100001-P1',
  direction: 'outbound',
  store: countryCode === 'DE' ? 'de' : 'sv',
  kind: 'home',
  sender: shop(countryCode),
  recipient: buyer(countryCode),
  servicePoint: null,
  customerNumber: null,
  contents: 'Batteries',
  weightGrams: 1250,
  sidesMm: [300, 200, 95],
  dangerousGoods: [],
  customs: null,
  ...more,
})

async function pointOf(carrier: CarrierLogo, countryCode: string, kind: 'pickup' | 'locker') {
  const { postalCode } = places[countryCode]!
  const answer = await carriersOf().points.servicePoints({
    store: 'sv',
    carrier,
    countryCode,
    kind,
    postalCode,
    language: 'en',
  })
  if (!answer.ok) throw new Error('no service points')
  return answer.points[0] as ServicePoint
}

/** A parcel that each carrier books. */
const cases: [CarrierLogo, () => Promise<ParcelRequest>][] = [
  [
    'postnord',
    async () => request('SE', { kind: 'pickup', servicePoint: await pointOf('postnord', 'SE', 'pickup') }),
  ],
  [
    'bring',
    async () =>
      request('NO', {
        store: 'no',
        kind: 'pickup',
        servicePoint: await pointOf('bring', 'NO', 'pickup'),
      }),
  ],
  ['DHL', async () => request('DE', { reference: 'D100001-P1' })],
  [
    'budbee',
    async () =>
      request('DK', { store: 'da', kind: 'locker', servicePoint: await pointOf('budbee', 'DK', 'locker') }),
  ],
  [
    'instabox',
    async () => request('SE', { kind: 'locker', servicePoint: await pointOf('instabox', 'SE', 'locker') }),
  ],
]
const simulatorOf = (carrier: string) => (carrier === 'instabox' ? 'instabee' : carrier.toLowerCase())

/** Which carriers recognise a booking that is sent again. */
const recognising = ['postnord', 'budbee', 'instabox']

describe.each(cases)('%s', (carrier, requestOf) => {
  it('books a parcel with number, tracking address and label, and cancels it', async () => {
    const { parcels, warnings } = carriersOf()
    const wanted = await requestOf()
    expect(parcels.canBook(carrier, wanted.store, 'outbound')).toBe(true)
    const answer = await parcels.book(carrier, wanted, false)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    const { parcel } = answer
    expect(parcel.trackingNumber).toMatch(/^\w{9,}$/)
    if (carrier !== 'DHL') expect(parcel.trackingUrl).toContain(parcel.trackingNumber)
    const label = Buffer.from(parcel.label!).toString('latin1')
    expect(label).toMatch(/^%PDF-/)
    expect(label).toContain(wanted.reference)
    const { store } = wanted
    const { labelUrl } = parcel
    if (labelUrl !== null) expect(await parcels.label(carrier, { store, labelUrl })).toEqual(parcel.label)
    const cancelled = await parcels.cancel(carrier, {
      store,
      bookingId: parcel.bookingId,
      direction: 'outbound',
    })
    const isCancelling = ['postnord', 'DHL', 'budbee'].includes(carrier)
    expect(cancelled).toEqual({ ok: true, state: isCancelling ? 'cancelled' : 'unused' })
    expect(warnings).toEqual([])
  })

  it('says when an answer was lost, and then books the same parcel where the carrier can tell', async () => {
    const wanted = await requestOf()
    await simulated.fault({ kind: 'disconnect', processed: true, provider: simulatorOf(carrier) })
    const { parcels, warnings } = carriersOf()
    expect(await parcels.book(carrier, wanted, false)).toEqual({ ok: false, code: 'carrier_unavailable' })
    expect(warnings).toHaveLength(1)
    for (const secret of [wanted.recipient.name, wanted.recipient.email, wanted.recipient.postalCode])
      expect(warnings[0]).not.toContain(secret)
    const answers = [await parcels.book(carrier, wanted, true), await parcels.book(carrier, wanted, true)]
    const numbers = answers.map((answer) => (answer.ok ? answer.parcel.trackingNumber : null))
    expect(numbers).not.toContain(null)
    expect(new Set(numbers).size).toBe(recognising.includes(carrier) ? 1 : 2)
  })

  it.each([
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500, body: '<html>' },
  ])('is unavailable after %o', async (fault) => {
    const wanted = await requestOf()
    await simulated.fault({ ...fault, provider: simulatorOf(carrier) })
    const { parcels } = carriersOf()
    expect(await parcels.book(carrier, wanted, false)).toEqual({ ok: false, code: 'carrier_unavailable' })
  })

  it('passes the carrier’s words on where it refuses, and books nothing', async () => {
    const wanted = await requestOf()
    const { parcels, warnings } = carriersOf()
    const answer = await parcels.book(
      carrier,
      { ...wanted, recipient: { ...wanted.recipient, name: '', street: '' } },
      false,
    )
    const box = wanted.servicePoint?.type === 'locker'
    expect(answer).toEqual({
      ok: false,
      code: 'carrier_refused',
      reason: expect.stringMatching(box ? /name|street/ : /name/),
    })
    expect(warnings).toHaveLength(1)
  })

  it('reports the delivery where it can be asked', async () => {
    const { parcels } = carriersOf()
    const wanted = await requestOf()
    const answer = await parcels.book(carrier, wanted, false)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    const { store } = wanted
    const { trackingNumber } = answer.parcel
    const ask = (number = trackingNumber) => parcels.delivery(carrier, { store, trackingNumber: number })
    if (!['postnord', 'bring', 'DHL'].includes(carrier))
      return expect(await ask()).toEqual({ ok: false, code: 'not_supported' })
    expect(await ask()).toEqual({ ok: true, deliveredAt: null })
    expect(await ask('00000000')).toEqual({ ok: false, code: 'unknown_parcel' })
    await simulated.advance(dayMs)
    expect(await ask()).toEqual({ ok: true, deliveredAt: expect.any(Date) })
  })
})

it('books returns to the shop with the carriers that have them', async () => {
  const { parcels } = carriersOf()
  const back = (country: string, more: Partial<ParcelRequest> = {}) =>
    request(country, {
      direction: 'return',
      kind: 'pickup',
      sender: buyer(country),
      recipient: shop(country),
      reference: 'S100001-R1',
      ...more,
    })
  for (const [carrier, wanted] of [
    ['postnord', back('SE')],
    ['bring', back('NO', { store: 'no' })],
    ['DHL', back('DE')],
    ['instabox', back('SE')],
  ] as const) {
    const answer = await parcels.book(carrier, wanted, false)
    expect(answer).toMatchObject({ ok: true, parcel: { label: expect.any(Uint8Array) } })
  }
  expect(parcels.canBook('budbee', 'sv', 'return')).toBe(false)
  expect(await parcels.book('budbee', back('SE'), false)).toEqual({ ok: false, code: 'not_supported' })
})

it('addresses DHL’s Packstation and Filiale, and needs the Postnummer for the first', async () => {
  const { parcels } = carriersOf()
  const locker = request('DE', { kind: 'locker', servicePoint: await pointOf('DHL', 'DE', 'locker') })
  expect(await parcels.book('DHL', locker, false)).toMatchObject({
    code: 'carrier_refused',
    reason: expect.stringContaining('Postnummer'),
  })
  const labelOf = async (wanted: ParcelRequest) => {
    const answer = await parcels.book('DHL', wanted, false)
    return answer.ok ? Buffer.from(answer.parcel.label!).toString('latin1') : answer
  }
  expect(await labelOf({ ...locker, customerNumber: '1234567890' })).toMatch(
    /Postnummer 1234567890[^]*Packstation \d{3}/,
  )
  const filiale = request('DE', { kind: 'pickup', servicePoint: await pointOf('DHL', 'DE', 'pickup') })
  expect(await labelOf(filiale)).toMatch(/Postfiliale \d{3}/)
})

it('tells carriers of dangerous goods, and of the customs data of parcels to Norway', async () => {
  const { parcels } = carriersOf()
  const lithium = {
    unNumber: 'UN3481',
    class: 'lithium_small',
    description: 'Drill',
    quantity: 1,
    weightGrams: 1200,
  } as const
  const acid = { ...lithium, unNumber: 'UN2794', class: 'lead_acid_wet', description: 'Bilbatteri' } as const
  const bodies = async (provider: string) =>
    (await simulated.exchanges())
      .filter((exchange) => exchange.provider === provider)
      .map(({ request: sent }) => sent.body as Record<string, unknown[]>)

  await parcels.book('postnord', request('SE', { dangerousGoods: [lithium] }), false)
  expect((await bodies('postnord'))[0]?.['shipment']?.[0]).toMatchObject({
    freeText: [{ text: 'UN3481 SP 188' }],
  })

  const customs = {
    scheme: 'voec',
    number: '2034567',
    currency: 'NOK',
    vatMinor: minor(19_980),
    items: [
      {
        description: 'Drill',
        quantity: 2,
        unitValueMinor: minor(39_960),
        hsCode: '850720',
        originCountry: 'CN',
        weightGrams: 1200,
      },
    ],
  } as const
  const toNorway = request('SE', {
    store: 'no',
    recipient: buyer('NO'),
    dangerousGoods: [acid, lithium],
    customs: { ...customs, items: [...customs.items] },
  })
  expect(await parcels.book('bring', toNorway, false)).toMatchObject({ ok: true })
  const [booking, declaration] = await bodies('bring')
  expect(booking?.['consignments']?.[0]).toMatchObject({
    product: {
      id: '0349',
      additionalServices: [{ id: '1245', dangerousGoods: [{ unNumber: '2794', commodity: 'Bilbatteri' }] }],
    },
  })
  expect(declaration).toMatchObject({
    voecNumber: '2034567',
    currencyCode: 'NOK',
    customsLines: [{ customsArticleNumber: '850720', quantity: 2, amount: 799.2, countryCodeOrigin: 'CN' }],
  })
  await simulated.fault({
    kind: 'status',
    status: 503,
    provider: 'bring',
    route: 'POST /customs/v1/declarations',
  })
  expect(await parcels.book('bring', toNorway, false)).toMatchObject({ code: 'carrier_refused' })

  const abroad = request('DE', { recipient: buyer('NO'), customs: { ...customs, items: [...customs.items] } })
  expect(await parcels.book('DHL', abroad, false)).toMatchObject({ ok: true })
  expect((await bodies('dhl'))[0]?.['shipments']?.[0]).toMatchObject({
    product: 'V53WPAK',
    customs: {
      shipperCustomsRef: '2034567',
      items: [{ hsCode: '850720', countryOfOrigin: 'CHN' }],
    },
  })
})

it('books nothing with carriers, stores and services without a contract', async () => {
  const { parcels } = carriersOf()
  const not = { ok: false, code: 'not_supported' }
  expect(parcels.canBook('DB Schenker', 'sv', 'outbound')).toBe(false)
  expect(await parcels.book('DB Schenker', request('SE'), false)).toEqual(not)
  expect(await parcels.book('DHL', request('DK', { store: 'da' }), false)).toEqual(not)
  expect(await parcels.book('postnord', request('SE', { kind: 'letter' }), false)).toEqual(not)
})

it('keeps the carriers’ keys out of the simulator’s record', async () => {
  const { parcels } = carriersOf()
  for (const [carrier, requestOf] of cases) await parcels.book(carrier, await requestOf(), false)
  const exchanges = await simulated.exchanges()
  expect(JSON.stringify(exchanges.map(({ request: sent }) => sent.headers))).not.toMatch(
    /(?:Basic|Bearer) (?!\*\*\*)|"(?:dhl|x-mybring)-api-key":"(?!\*\*\*)/,
  )
})
