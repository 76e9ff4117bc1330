import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { orderPage } from '../../contract/admin/orders.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { buyerAddress } from '../../domain/parcels/parcel-addresses.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { openCarriers, type SimulatedCarriers } from '../../test/simulated-carriers.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let simulated: SimulatedCarriers
let orders: ReturnType<typeof paidOrders>

beforeAll(async () => {
  ;[shop, simulated] = await Promise.all([orderShop(), openCarriers()])
  orders = paidOrders(shop)
  const clock = () => shop.now.at
  app = await adminApp(testServices({ db: shop.db, clock, carriers: simulated.accounts }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await Promise.all([shop.close(), simulated.stop()])
})

type Page = z.infer<typeof orderPage>
const read = async (number: string, person = owner) =>
  (await callAdmin(app, person, 'GET', `orders/${number}`)).body as Page
const post = (number: string, action: string, body?: object, person = owner) =>
  callAdmin(app, person, 'POST', `orders/${number}/${action}`, body)
const placed = async () =>
  orders.order([
    line(await shop.addProduct({ available: 5 }), 2),
    line(await shop.addProduct({ available: 5 })),
  ])

describe('the order page', () => {
  it('shows how each line’s price came about, and adds up', async () => {
    const { number, snapshot } = await placed()
    const page = await read(number.toLowerCase())
    expect(page).toMatchObject({ number, status: 'received', customer: { email: snapshot.customer.email } })
    for (const each of page.lines) {
      const amounts = each.priceTrace.filter(({ step }) => step !== 'paid' && step !== 'vat')
      expect(amounts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(each.total, 5)
      expect(each.priceTrace.at(-2)).toMatchObject({ step: 'paid', amount: each.total })
    }
    expect((await callAdmin(app, owner, 'GET', 'orders/S999999')).status).toBe(404)
  })

  it('adds up where a code is taken off below the lines: they are shown before their share of it', async () => {
    const { number } = await writtenOrder(shop.db, snapshotOf('sv'))
    const { lines, deductions, delivery, total } = await read(number)
    expect([lines.map((each) => each.total), deductions.map(({ amount }) => amount)]).toEqual([[358], [58]])
    expect(358 - 58 + delivery.price).toBe(total)
    expect(lines[0]!.priceTrace.find(({ step }) => step === 'paid')).toMatchObject({ amount: 300 })
  })

  it('asks the use cases which actions are allowed, and asking changes nothing', async () => {
    const { number, id } = await placed()
    const before = await listAudit(shop.db, { objectKind: 'order', objectId: number, limit: 99 })
    const reasons = async () =>
      Object.fromEntries((await read(number)).actions.map(({ name, reason }) => [name, reason]))
    expect(await reasons()).toEqual({
      ship: null,
      processing: null,
      delivered: 'wrong_status',
      capture: 'invoiced_on_shipment',
      refund: null,
      address: null,
      cancel: null,
      approve: 'already_done',
      reject: 'not_held',
      paid: null,
    })
    expect(await listAudit(shop.db, { objectKind: 'order', objectId: number, limit: 99 })).toEqual(before)
    expect(await orders.papers(id)).toEqual([])
    expect((await post(number, 'ship', { trackingNumber: 'PARCEL-7' })).body).toMatchObject({ shipment: 1 })
    expect(await reasons()).toMatchObject({ ship: 'nothing_left', delivered: null, cancel: 'too_late' })
    const { shipments, timeline } = await read(number)
    const named = await callAdmin(app, owner, 'GET', `audit?filter.object=order:${number}`)
    const carriers = (entries: readonly { after: Record<string, unknown> | null }[]) =>
      entries.flatMap(({ after }) => after?.['carrier'] ?? [])
    expect(shipments.map(({ carrier }) => carrier)).toEqual(['Budbee'])
    expect(carriers(timeline)).toEqual(['Budbee'])
    expect(carriers((named.body as { rows: typeof timeline }).rows)).toEqual(['Budbee'])
    const warehouse = await signedInStaff(shop.db, { role: 'warehouse', now: shop.now.at })
    expect((await read(number, warehouse)).actions).toContainEqual({
      name: 'refund',
      allowed: false,
      reason: 'permission_missing',
    })
  })

  it('ships a part, previews and books a refund with the same amounts, and names who did it', async () => {
    const { number, lines } = await placed()
    const [first] = lines
    const shipped = await post(number, 'ship', {
      lines: [{ sku: first!.sku, quantity: 1 }],
      trackingNumber: 'PART-1',
    })
    expect(shipped).toMatchObject({ status: 200, body: { shipment: 1, repeated: false } })
    const refund = {
      request: { lines: [{ uuid: first!.uuid, quantity: 1 }], shipping: false },
      reason: 'complaint',
      idempotencyKey: 'refund-one',
    }
    const { body: preview } = await post(number, 'refund-preview', refund)
    const { body: booked } = await post(number, 'refunds', refund)
    const { number: _number, creditNote: _note, ...amounts } = booked as Record<string, unknown>
    // The invoice is not paid: nothing is paid out.
    expect(preview).toEqual({
      ...amounts,
      number: null,
      creditNote: null,
      offInvoice: amounts['toProvider'],
      cancelsOrder: false,
    })
    expect(booked).toMatchObject({ number: 1 })
    expect((await post(number, 'refunds', refund)).body).toMatchObject({ number: 1, repeated: true })
    const page = await read(number)
    expect(page.lines[0]).toMatchObject({ shipped: 1, returned: 1, cancelled: 0 })
    expect(page.timeline[0]).toMatchObject({
      action: 'order.refund',
      actor: { kind: 'staff', id: String(owner.id), name: expect.stringContaining('owner') },
    })
    expect(page.invoices[0]).toMatchObject({ due: { on: expect.stringMatching(/^\d{4}-/), state: 'open' } })
    const invoice = page.invoices[0]!.number
    const pdf = await app.inject({
      url: `/admin/api/orders/${number}/invoices/${invoice}`,
      headers: owner.headers,
    })
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  it('refunds an amount of a line, which keeps its units, and no more than is left of it', async () => {
    const { number, lines } = await placed()
    const [first] = lines
    expect((await post(number, 'ship', { trackingNumber: 'WHOLE-1' })).status).toBe(200)
    const reduction = (amount: number, key: string) => ({
      request: { lines: [{ uuid: first!.uuid, amount }] },
      reason: 'price_reduction',
      idempotencyKey: key,
    })
    expect(await post(number, 'refunds', reduction(5.5, 'reduction-one'))).toMatchObject({
      status: 200,
      body: { amount: 5.5, lines: [{ uuid: first!.uuid, quantity: 0, amount: 5.5 }] },
    })
    const { lines: after, refunds } = await read(number)
    expect(after[0]).toMatchObject({ returned: 0 })
    expect(refunds).toMatchObject([{ reason: 'price_reduction', amount: 5.5 }])
    expect(await post(number, 'refund-preview', reduction(after[0]!.total, 'reduction-two'))).toMatchObject({
      status: 409,
      body: { code: 'too_much' },
    })
  })

  it('books a parcel whose label those who ship can print', async () => {
    const { number } = await placed()
    const label = (reference: string, person = owner) =>
      app.inject({
        url: `/admin/api/orders/${number}/parcels/${reference}/label`,
        headers: person.headers,
      })
    expect((await label(`${number}-P1`)).json()).toEqual({ code: 'unknown_label' })
    const booked = await post(number, 'ship', { book: true })
    expect(booked).toMatchObject({ status: 200, body: { shipment: 1, parcel: `${number}-P1` } })
    const { parcels, shipments } = await read(number)
    expect(parcels).toMatchObject([{ reference: `${number}-P1`, hasLabel: true, isShipped: true }])
    expect(parcels[0]!.trackingNumber).toBe(shipments[0]!.trackingNumber)
    const pdf = await label(`${number}-P1`)
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const auditor = await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at })
    expect((await label(`${number}-P1`, auditor)).statusCode).toBe(403)
  })

  it('refuses with the code of the use case, other stores, and other persons', async () => {
    const { number } = await placed()
    expect(await post(number, 'reject', { reason: 'fraud' })).toMatchObject({
      status: 409,
      body: { code: 'not_held', status: 'received' },
    })
    expect((await post(number, 'capture')).body).toMatchObject({ code: 'invoiced_on_shipment' })
    expect((await post(number, 'cancel')).status).toBe(200)
    expect((await post(number, 'cancel')).body).toMatchObject({ code: 'already_cancelled' })
    const danish = await signedInStaff(shop.db, { role: 'owner', stores: ['da'], now: shop.now.at })
    expect(await callAdmin(app, danish, 'GET', `orders/${number}`)).toMatchObject({
      status: 403,
      body: { code: 'store_not_permitted', store: 'sv' },
    })
    const auditor = await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at })
    expect((await post(number, 'cancel', undefined, auditor)).body).toMatchObject({
      code: 'permission_missing',
      permission: 'order:cancel',
    })
  })

  it('keeps notes of staff, and sends a mail again under an id of its own', async () => {
    const { number, id } = await placed()
    const body = '<b>Rang kunden</b> @owner'
    expect((await post(number, 'notes', { body, mentions: [owner.id, 999_999] })).status).toBe(200)
    expect((await post(number, 'mails', { kind: 'confirmation' })).body).toMatchObject({
      code: 'not_sent_yet',
    })
    const sent = await orders.mailOf(id, 'confirmation')
    expect((await post(number, 'mails', { kind: 'confirmation' })).status).toBe(200)
    const again = await orders.mailOf(id, 'confirmation')
    expect(again?.subject).toBe(sent?.subject)
    expect(again?.name).toBe(`${sent?.name}-again-1`)
    expect((await post(number, 'mails', { kind: 'lost' })).status).toBe(404)
    const { notes, mails, timeline } = await read(number)
    expect(notes).toMatchObject([{ body, mentions: [expect.stringContaining('owner')] }])
    expect(mails).toContainEqual({
      kind: 'confirmation',
      sentAt: expect.any(String),
      dismissedAt: null,
      resends: 1,
    })
    expect(timeline.map(({ action }) => action)).toContain('order.note')
    expect(JSON.stringify(timeline)).not.toContain('Rang kunden')
  })

  it('changes where the goods go before they are shipped, and keeps the former address', async () => {
    const { number, snapshot } = await placed()
    const former = snapshot.address.street
    const change = (to: object, expected: object = {}) => post(number, 'address', { ...to, expected })
    expect((await change({ street: ' Nygatan 2 ', postalCode: '222 22' }, { street: former })).status).toBe(
      200,
    )
    expect((await change({ street: 'Nygatan 2' }, { street: former })).body).toEqual({
      code: 'nothing_changed',
    })
    expect((await change({ postalCode: '99' })).body).toEqual({ code: 'invalid_postal_code' })
    expect((await change({ city: '' })).status).toBe(422)
    // Somebody who has not seen the new street.
    expect(await change({ street: 'Nygatan 4' }, { street: former })).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        current: { street: 'Nygatan 2', postalCode: '22222' },
        given: { street: 'Nygatan 4' },
      },
    })
    const page = await read(number)
    expect(page.recipient).toMatchObject({ street: 'Nygatan 2', postalCode: '22222' })
    expect(page.formerRecipients).toMatchObject([{ address: { street: former } }])
    expect(page.billingAddress.street).toBe(former)
    expect(page.timeline[0]).toMatchObject({
      action: 'order.change_address',
      actor: { id: String(owner.id) },
    })
    expect(JSON.stringify(page.timeline)).not.toContain('Nygatan')
    const stored = await findOrderByNumber(shop.db, number)
    expect(buyerAddress(stored!.snapshot)).toMatchObject({ street: 'Nygatan 2', postalCode: '22222' })
    expect((await post(number, 'ship', { trackingNumber: `SENT-${number}` })).status).toBe(200)
    expect((await change({ street: 'Nygatan 3' })).body).toMatchObject({
      code: 'wrong_status',
      status: 'shipped',
    })
  })
})
