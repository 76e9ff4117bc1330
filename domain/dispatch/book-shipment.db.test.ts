import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { openCarriers, type SimulatedCarriers } from '../../test/simulated-carriers.ts'
import { bookShipment as bookInModule, jobActor } from '../../sdk/outside/module.ts'
import { testActor } from '../../test/test-actor.ts'
import type { JobPayloads } from '../jobs/job-queue.ts'
import { minor } from '../money/money.ts'
import { findOrderByNumber, orderEvents } from '../orders/order-repository.server.ts'
import type { OrderShipping } from '../orders/order-snapshot.ts'
import { bookReturnLabel } from '../parcels/book-return-label.server.ts'
import { cancelParcel, labelOf } from '../parcels/book-parcel.server.ts'
import { parcelsOf, tidyParcels } from '../parcels/parcel-repository.server.ts'
import { toProductId } from '../products/product-id.ts'
import { toSku, type Sku } from '../products/sku.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import {
  bookShipment,
  reconcileParcels,
  type BookShipmentInput,
  type BookShipmentServices,
} from './book-shipment.server.ts'
import { recordDeliveries, recordReportedDelivery } from './record-deliveries.server.ts'
import { shipOrder } from './ship-order.server.ts'

let test: TestDatabase
let simulated: SimulatedCarriers
let services: BookShipmentServices
beforeAll(async () => {
  ;[test, simulated] = await Promise.all([testDatabase(), openCarriers()])
  services = {
    ...testServices({ db: test.db, carriers: simulated.accounts }),
    jobs: { enqueue: () => Promise.resolve<JobPayloads[never]>(undefined as never) },
  }
})
afterEach(() => simulated.reset())
afterAll(() => Promise.all([test.drop(), simulated.stop()]))

interface Goods {
  unNumber?: string
  energyMilliwattHours?: number
  weightGrams?: number
  hsCode?: string
}

async function productOf({ unNumber, energyMilliwattHours, weightGrams, hsCode }: Goods = {}) {
  const { rows } = await sql<{ id: number; sku: string }>`
    insert into product (sku, type, un_number, battery_energy_mwh, gross_weight_g, hs_code, origin_country)
    values ('sku-' || gen_random_uuid(), 1, ${unNumber ?? null}, ${energyMilliwattHours ?? null},
      ${weightGrams ?? null}, ${hsCode ?? null}, 'CN') returning id, sku`.execute(test.db)
  return rows[0]!
}

interface Wanted extends Goods {
  store?: StoreCode
  shipping?: Partial<OrderShipping>
  quantity?: number
  unitMinor?: number
  isBusiness?: boolean
}

/** A paid order of one product. */
async function paidOrder(wanted: Wanted = {}) {
  const { store = 'sv', shipping = {}, quantity = 2, unitMinor = 15_000, isBusiness = false } = wanted
  const { id, sku } = await productOf(wanted)
  const base = snapshotOf(store)
  const totalMinor = minor(quantity * unitMinor)
  const vatMinor = minor(totalMinor / 5)
  const order = await writtenOrder(test.db, {
    ...base,
    customer: {
      ...base.customer,
      ...(store === 'sv' && { phone: '070-123 45 67' }),
      ...(isBusiness && { type: 'business', companyName: 'Verk AS' }),
    },
    address: { ...base.address, ...(store === 'no' && { postalCode: '0150', city: 'Oslo' }) },
    lines: [
      {
        ...base.lines[0]!,
        productId: toProductId(id),
        sku: toSku(sku),
        quantity,
        unitMinor: minor(unitMinor),
        lineTotalMinor: totalMinor,
        deductions: [],
        totalMinor,
        vatMinor,
      },
    ],
    shipping: { ...base.shipping, ...shipping },
    sumMinor: totalMinor,
    totalMinor: minor(totalMinor + 6_900),
    vatMinor: minor(vatMinor + 1_380),
    deductions: [],
  })
  await forceOrderStatus(test.db, order.number, 'received')
  await sql`update payment_attempt set status = 'authorized' where order_id = ${order.id}`.execute(test.db)
  return { ...order, sku: toSku(sku) }
}

const book = (number: string, more: Partial<BookShipmentInput> = {}) =>
  bookShipment(services, testActor, { number, ships: true, ...more })
const statusOf = async (number: string) => (await findOrderByNumber(test.db, number))?.status
const requestsTo = async (provider: string) =>
  (await simulated.exchanges()).filter((exchange) => exchange.provider === provider)
const postnordPickup = { methodId: 'postnord-pickup', carrier: 'postnord', kind: 'pickup' } as const

describe('booking a parcel', () => {
  it('is a use case of modules from outside, too', async () => {
    const { number } = await paidOrder({ weightGrams: 400 })
    const actor = jobActor('acme-stamps')
    expect(await bookInModule(services, actor, { order: number })).toEqual({
      ok: true,
      parcel: `${number}-P1`,
      shipment: 1,
    })
    expect(await statusOf(number)).toBe('shipped')
    expect(await bookInModule(services, actor, { order: number })).toEqual({
      ok: false,
      code: 'nothing_left',
    })
    expect(await bookInModule(services, actor, { order: 'S1' })).toEqual({ ok: false, code: 'unknown_order' })
  })

  it('ships the order with its tracking number, stores the label, and is in the history', async () => {
    const { id, number } = await paidOrder({ weightGrams: 400 })
    const answer = await book(number)
    expect(answer).toMatchObject({
      ok: true,
      parcel: { reference: `${number}-P1`, status: 'booked', isShipped: true, request: null },
      shipment: { ok: true, shipment: { carrier: 'budbee', isLast: true } },
    })
    if (!answer.ok) return
    const [shipment] = await shipmentsOf(test.db, id)
    expect(shipment).toMatchObject({
      trackingNumber: answer.parcel.trackingNumber,
      trackingUrl: `https://tracking.budbee.com/${answer.parcel.trackingNumber}`,
    })
    expect(await statusOf(number)).toBe('shipped')
    const label = await labelOf(services, answer.parcel)
    expect(Buffer.from(label!).toString('latin1')).toContain(`${number}-P1`)
    const events = await orderEvents(test.db, id)
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['parcel-requested', 'parcel-booked', 'shipped']),
    )
    expect(JSON.stringify(events)).not.toMatch(/Anna|Storgatan|example\.se/)
    const [request] = await requestsTo('budbee')
    expect(request?.request.body).toMatchObject({
      parcels: [{ dimensions: { weight: 800 } }],
      delivery: { telephoneNumber: '+46701234567' },
    })
    expect(await book(number)).toEqual({ ok: false, code: 'nothing_left' })
    await sql`update parcel set updated_at = now() - interval '100 days' where order_id = ${id}`.execute(
      test.db,
    )
    await tidyParcels(test.db)
    expect((await parcelsOf(test.db, id))[0]?.label).toBeNull()
  })

  it('can be done before shipping, for a part, once, and cancelled', async () => {
    const { id, number, sku } = await paidOrder({ quantity: 3 })
    const lines = [{ sku, quantity: 1 }]
    const first = await book(number, { ships: false, lines })
    expect(first).toMatchObject({ ok: true, parcel: { status: 'booked' }, shipment: null })
    expect(await statusOf(number)).toBe('received')
    expect(await book(number, { lines })).toEqual({
      ok: false,
      code: 'parcel_open',
      reference: `${number}-P1`,
    })
    expect(await cancelParcel(services, testActor, { number })).toMatchObject({
      ok: true,
      state: 'cancelled',
      parcel: { status: 'cancelled' },
    })
    expect(await cancelParcel(services, testActor, { number })).toEqual({ ok: false, code: 'nothing_open' })
    expect(await book(number, { ships: false, lines })).toMatchObject({
      parcel: { reference: `${number}-P2` },
    })
    expect(await book(number)).toMatchObject({
      shipment: { ok: true, shipment: { number: 1, isLast: false } },
    })
    expect(await book(number)).toMatchObject({
      shipment: { ok: true, shipment: { number: 2, isLast: true } },
    })
    expect((await parcelsOf(test.db, id)).map(({ status }) => status)).toEqual([
      'cancelled',
      'booked',
      'booked',
    ])
  })

  it('books one parcel, however many ask at once', async () => {
    const { id, number } = await paidOrder()
    await Promise.all(Array.from({ length: 5 }, () => book(number)))
    await book(number)
    expect(await parcelsOf(test.db, id)).toHaveLength(1)
    expect((await requestsTo('budbee')).filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(await shipmentsOf(test.db, id)).toHaveLength(1)
  })

  it.each([
    { kind: 'status', status: 503 },
    { kind: 'disconnect', processed: true },
  ])('waits for a carrier after %o, and ships when it answers', async (fault) => {
    const { id, number } = await paidOrder()
    await simulated.fault({ ...fault, provider: 'budbee', route: 'POST /multiple/orders' })
    expect(await book(number)).toMatchObject({
      ok: true,
      parcel: { status: 'unknown', problem: 'carrier_unavailable' },
      shipment: null,
    })
    expect(await statusOf(number)).toBe('received')
    const reconcile = () => reconcileParcels(services, testActor)
    expect(await reconcile()).toEqual({ booked: 0, waiting: 0 })
    await sql`update parcel set updated_at = now() - interval '2 minutes' where order_id = ${id}`.execute(
      test.db,
    )
    expect(await reconcile()).toEqual({ booked: 1, waiting: 0 })
    expect(await statusOf(number)).toBe('shipped')
    const created = (await requestsTo('budbee')).filter(({ method }) => method === 'POST')
    expect(created).toHaveLength('processed' in fault ? 1 : 2)
  })

  it('is refused with the carrier’s words, and can be done again', async () => {
    const { id, number } = await paidOrder()
    await simulated.fault({
      kind: 'status',
      status: 400,
      body: '{"message":"Unknown street"}',
      provider: 'budbee',
    })
    expect(await book(number)).toEqual({ ok: false, code: 'carrier_refused', reason: 'Unknown street' })
    expect(await book(number)).toMatchObject({ ok: true, parcel: { reference: `${number}-P2` } })
    expect((await parcelsOf(test.db, id)).map(({ status }) => status)).toEqual(['refused', 'booked'])
  })

  it('takes the nearest service point where the buyer could not choose, and marks small lithium', async () => {
    const { number } = await paidOrder({
      shipping: postnordPickup,
      unNumber: 'UN3481',
      energyMilliwattHours: 18_000,
    })
    expect(await book(number)).toMatchObject({
      ok: true,
      parcel: { dangerousGoods: [{ unNumber: 'UN3481', class: 'lithium_small' }] },
    })
    const sent = (await requestsTo('postnord')).find(({ method }) => method === 'POST')
    expect(sent?.request.body).toMatchObject({
      shipment: [
        {
          freeText: [{ text: 'UN3481 SP 188' }],
          parties: { deliveryParty: { partyIdentification: { partyIdType: '156' } } },
        },
      ],
    })
  })

  it('refuses what the delivery method does not carry, and carriers it cannot book with', async () => {
    const large = await paidOrder({ shipping: postnordPickup, unNumber: 'UN3480' })
    expect(await book(large.number)).toMatchObject({ ok: false, code: 'not_carried' })
    const dane = await paidOrder({
      store: 'da',
      shipping: { methodId: 'dhl-home', carrier: 'DHL', kind: 'home' },
    })
    expect(await book(dane.number)).toEqual({ ok: false, code: 'not_bookable' })
    expect(await book('S1')).toEqual({ ok: false, code: 'unknown_order' })
    expect(await requestsTo('postnord')).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ method: 'POST' })]),
    )
  })

  it('notes a booked parcel that can no longer be shipped', async () => {
    const { id, number } = await paidOrder()
    await book(number, { ships: false })
    await shipOrder(services, testActor, { number, trackingNumber: 'OTHER' })
    expect(await book(number)).toMatchObject({ ok: true, shipment: { ok: false, code: 'nothing_left' } })
    expect(await bookInModule(services, jobActor('acme-stamps'), { order: number })).toEqual({
      ok: true,
      parcel: `${number}-P1`,
      shipment: null,
      notShipped: 'nothing_left',
    })
    expect((await parcelsOf(test.db, id))[0]).toMatchObject({ ships: false, problem: 'nothing_left' })
    expect(await cancelParcel(services, testActor, { number })).toMatchObject({ ok: true })
  })
})

describe('a store that sends to Norway from abroad', () => {
  const bring = { methodId: 'bring-pickup', carrier: 'bring', kind: 'pickup' } as const
  const sweden = {
    street: 'Lagervägen 1',
    postalCode: '12345',
    city: 'Demostad',
    countryCode: 'SE',
    voecNumber: '2034567',
  }
  const bookFrom = (number: string, place: Partial<typeof sweden> | { voecNumber: null } = {}) =>
    bookShipment({ ...services, dispatchOf: () => ({ ...sweden, ...place }) }, testActor, {
      number,
      ships: true,
    })

  it('declares parcels under 3,000 NOK an item with its VOEC number', async () => {
    const { number } = await paidOrder({ store: 'no', shipping: bring, unitMinor: 374_995, hsCode: '850760' })
    const answer = await bookFrom(number)
    expect(answer).toMatchObject({
      ok: true,
      parcel: {
        customs: {
          number: '2034567',
          vatMinor: 149_998,
          items: [{ quantity: 2, unitValueMinor: 299_996, hsCode: '850760', originCountry: 'CN' }],
        },
      },
    })
    const sent = (await requestsTo('bring')).find(({ url }) => url.includes('customs'))
    expect(sent?.request.body).toMatchObject({
      voecNumber: '2034567',
      customsLines: [{ amount: 5999.92, customsArticleNumber: '850760' }],
    })
  })

  it('refuses dearer items, companies, goods without a tariff code, and a store without a number', async () => {
    const dear = await paidOrder({ store: 'no', shipping: bring, unitMinor: 375_000, hsCode: '850760' })
    expect(await bookFrom(dear.number)).toEqual({ ok: false, code: 'voec_limit', skus: [dear.sku] })
    const bare = await paidOrder({ store: 'no', shipping: bring })
    expect(await bookFrom(bare.number)).toEqual({ ok: false, code: 'hs_code_missing', skus: [bare.sku] })
    expect(await bookFrom(bare.number, { voecNumber: null })).toEqual({
      ok: false,
      code: 'voec_not_registered',
    })
    const company = await paidOrder({ store: 'no', shipping: bring, hsCode: '850760', isBusiness: true })
    expect(await bookFrom(company.number)).toEqual({ ok: false, code: 'no_customs_terms' })
    // From Norway nothing is declared.
    expect(await book(bare.number)).toMatchObject({ ok: true, parcel: { customs: null } })
  })
})

describe('the label of a return', () => {
  const labelFor = (number: string, sku: Sku, isDamaged = false, returnId = `${number}-R1`) =>
    bookReturnLabel(services, testActor, {
      number,
      returnId,
      items: [{ sku, quantity: 1, isDamaged }],
    })

  it('is booked once per return, in the other direction, and kept through an outage', async () => {
    const { number, sku, id } = await paidOrder({ weightGrams: 300 })
    await simulated.fault({ kind: 'disconnect', processed: true, provider: 'postnord' })
    expect(await labelFor(number, sku)).toMatchObject({ ok: true, parcel: { status: 'unknown' } })
    const answer = await labelFor(number, sku)
    expect(answer).toMatchObject({
      ok: true,
      parcel: { status: 'booked', direction: 'return', returnId: `${number}-R1`, reference: `${number}-R1` },
    })
    expect(await labelFor(number, sku)).toEqual(answer)
    const sent = (await requestsTo('postnord')).filter(({ method }) => method === 'POST')
    expect(sent.at(-1)?.request.body).toMatchObject({
      shipment: [
        {
          service: { basicServiceCode: '24' },
          totalGrossWeight: { value: 0.3 },
          parties: {
            consignor: { party: { nameIdentification: { name: 'Anna Åberg' } } },
            consignee: { party: { nameIdentification: { name: 'Anode Sverige AB' } } },
          },
        },
      ],
    })
    // A return's parcel does not prevent a booking of the order.
    expect(await book(number)).toMatchObject({ ok: true, parcel: { reference: `${number}-P1` } })
    expect(await cancelParcel(services, testActor, { number, returnId: `${number}-R1` })).toMatchObject({
      ok: true,
    })
    expect(await parcelsOf(test.db, id)).toHaveLength(2)
  })

  it('is not given for goods that buyers may not hand in, nor for damaged lithium batteries', async () => {
    const acid = await paidOrder({ unNumber: 'UN2794' })
    expect(await labelFor(acid.number, acid.sku)).toEqual({
      ok: false,
      code: 'not_carried',
      skus: [acid.sku],
    })
    const lithium = await paidOrder({ unNumber: 'UN3481', energyMilliwattHours: 18_000 })
    expect(await labelFor(lithium.number, lithium.sku, true)).toMatchObject({ code: 'not_carried' })
    expect(await labelFor(lithium.number, lithium.sku, false)).toMatchObject({ ok: true })
    expect(await labelFor('S1', toSku('X'))).toEqual({ ok: false, code: 'unknown_order' })
  })
})

describe('the delivery of shipments', () => {
  const hourMs = 3_600_000
  const dayMs = 24 * hourMs
  /** Deliveries recorded some time from now. */
  const recordAfter = (milliseconds: number) =>
    recordDeliveries({ ...services, clock: () => Date.now() + milliseconds }, testActor)
  const orderOf = async (number: string) => (await findOrderByNumber(test.db, number))!

  it('is what the carrier reports, and of an order that of its last shipment', async () => {
    const { id, number, sku } = await paidOrder({ shipping: postnordPickup })
    await book(number, { lines: [{ sku, quantity: 1 }] })
    await simulated.advance(dayMs)
    await book(number)
    await recordAfter(dayMs + hourMs)
    const [first, second] = await shipmentsOf(test.db, id)
    expect(first!.deliveredAt).toBeInstanceOf(Date)
    expect(second!.deliveredAt).toBeNull()
    expect(await statusOf(number)).toBe('shipped')
    await simulated.advance(dayMs)
    // Asked again only after hours.
    await recordAfter(dayMs + 2 * hourMs)
    expect(await statusOf(number)).toBe('shipped')
    await recordAfter(2 * dayMs + hourMs)
    const { status, deliveredAt } = await orderOf(number)
    expect(status).toBe('delivered')
    const last = (await shipmentsOf(test.db, id))[1]!.deliveredAt
    expect(last).toBeInstanceOf(Date)
    expect(deliveredAt).toEqual(last)
    const event = (await orderEvents(test.db, id)).find(({ kind }) => kind === 'delivered')
    expect(event?.data).toMatchObject({ source: 'carrier' })
  })

  it('is estimated where no carrier can be asked, and waits for one that does not answer', async () => {
    const letter = { methodId: 'postnord-letter', carrier: 'postnord', kind: 'letter' } as const
    const estimated = await paidOrder({ shipping: letter })
    await shipOrder(services, testActor, { number: estimated.number })
    const asked = await paidOrder({ shipping: postnordPickup })
    await book(asked.number)
    await recordAfter(hourMs)
    expect(await statusOf(estimated.number)).toBe('shipped')
    await simulated.fault({ kind: 'status', status: 503, count: 50, provider: 'postnord' })
    await recordAfter(20 * dayMs)
    expect(await statusOf(estimated.number)).toBe('delivered')
    const { deliveredAt } = await orderOf(estimated.number)
    expect(deliveredAt!.getTime()).toBeGreaterThan(Date.now() + 3 * dayMs)
    expect(deliveredAt!.getTime()).toBeLessThan(Date.now() + 11 * dayMs)
    expect(await statusOf(asked.number)).toBe('shipped')
    const event = (await orderEvents(test.db, estimated.id)).find(({ kind }) => kind === 'delivered')
    expect(event?.data).toMatchObject({ source: 'estimate' })
  })

  it('is asked of an account that does not answer a few times in a run', async () => {
    for (let shipments = 0; shipments < 5; shipments++)
      await book((await paidOrder({ shipping: postnordPickup })).number)
    const asked: string[] = []
    const delivery = async (carrier: string, { store }: { store: string }) => {
      asked.push(`${carrier} ${store}`)
      return { ok: false, code: 'carrier_unavailable' } as const
    }
    const clock = () => Date.now() + hourMs
    const parcels = { ...services.parcels, delivery }
    const report = await recordDeliveries({ ...services, parcels, clock }, testActor)
    expect(report.asked).toBeGreaterThanOrEqual(5)
    expect(asked.filter((account) => account === 'postnord sv')).toHaveLength(3)
  })

  it('is not that of an old report, which another parcel with the number had', async () => {
    const { id, number } = await paidOrder({ shipping: postnordPickup })
    await book(number)
    const [shipment] = await shipmentsOf(test.db, id)
    const report = (deliveredAt: Date) =>
      recordReportedDelivery(services, testActor, {
        carriers: ['postnord'],
        trackingNumber: shipment!.trackingNumber!,
        deliveredAt,
      })
    expect(await report(new Date(Date.now() - 2 * dayMs))).toBe(true)
    expect(await statusOf(number)).toBe('shipped')
    expect(await report(new Date(Date.now() - hourMs))).toBe(true)
    expect(await statusOf(number)).toBe('delivered')
  })
})
