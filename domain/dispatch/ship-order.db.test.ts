import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, plain, units } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { checkBooks } from '../books/check-books.server.ts'
import { listAudit } from '../audit/audit-repository.server.ts'
import { readStock } from '../stock/stock-resource.server.ts'
import { payInvoice } from '../invoices/record-payment.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { invoicesOf } from '../invoices/invoice-repository.server.ts'
import { moveOrder } from '../orders/move-order.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { shipOrder, type ShipInput } from './ship-order.server.ts'
import { minor } from '../money/money.ts'
import { toSku } from '../products/sku.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())
beforeEach(() => void (shop.enqueued.length = 0))

const ship = (input: ShipInput) => shipOrder(paid.services, testActor, input)
const skuOf = (order: Awaited<ReturnType<typeof paid.order>>, index = 0) => order.lines[index]!.sku

describe('an order on invoice', () => {
  it('is invoiced when it is shipped, not before, and its buyer gets the tracking link', async () => {
    const product = await shop.addProduct({ price: 100, name: 'Batteripaket' })
    const { id, number, snapshot } = await paid.order([line(product, 3)])
    expect(await paid.papers(id)).toEqual([])
    expect(await ship({ number, trackingNumber: ' PARCEL 1 ' })).toMatchObject({
      ok: true,
      repeated: false,
      shipment: { number: 1, carrier: 'budbee', trackingNumber: 'PARCEL 1', isLast: true },
    })
    expect(await paid.status(number)).toBe('shipped')
    expect(await paid.papers(id)).toEqual([
      { kind: 'invoice', amount: snapshot.totalMinor, vat: snapshot.vatMinor },
    ])
    expect(await paid.attemptOf(id)).toMatchObject({ status: 'captured', captured: snapshot.totalMinor })
    const mail = await paid.mailOf(id, 'shipped-1')
    expect(mail).toMatchObject({ name: `${number}-shipped-1`, kind: 'order-shipped' })
    expect(mail?.subject).toBe(`Din order ${number} är skickad`)
    for (const words of ['3 × Batteripaket', 'PARCEL 1', 'https://tracking.budbee.com/PARCEL%201'])
      expect(plain(mail!.text)).toContain(words)
    expect(plain(mail!.text)).toContain('Fakturan är bifogad.')
    expect(mail!.attachments).toMatchObject([
      { filename: 'invoice-sv-1.pdf', contentType: 'application/pdf', content: expect.any(Buffer) },
    ])
    const [invoice] = await invoicesOf(shop.db, id)
    expect(invoice?.document).toMatchObject({
      orderNumber: number,
      issuedOn: '2026-11-20',
      dueOn: '2026-12-04',
      payableMinor: snapshot.totalMinor,
    })
    expect(mail!.html).toContain('href="https://tracking.budbee.com/PARCEL%201"')
    const entries = await listAudit(shop.db, {
      objectKind: 'order',
      objectId: number,
      action: 'order.shipped',
      limit: 2,
    })
    expect(entries).toMatchObject([{ actor: testActor, after: { status: 'shipped', shipment: 1 } }])
  })

  it('in two parcels becomes shipped with the last, and two invoices add up to it', async () => {
    const [first, second] = [await shop.addProduct({ price: 99.9 }), await shop.addProduct({ price: 33.35 })]
    const order = await paid.order([line(first, 3), line(second, 2)])
    const { id, number, snapshot } = order
    const part = { number, trackingNumber: 'P1', lines: [{ sku: skuOf(order), quantity: 2 }] }
    expect(await ship(part)).toMatchObject({ ok: true, shipment: { isLast: false } })
    expect(await paid.status(number)).toBe('processing')
    expect((await paid.mailOf(id, 'shipped-1'))?.subject).toBe(`En del av din order ${number} är skickad`)
    expect(await cancelOrder(paid.services, testActor, number)).toEqual({ ok: false, code: 'too_late' })
    expect(await ship({ number, trackingNumber: 'P2' })).toMatchObject({
      ok: true,
      shipment: { number: 2, isLast: true },
    })
    expect(await paid.status(number)).toBe('shipped')
    expect(plain((await paid.mailOf(id, 'shipped-2'))!.text)).toContain('det sista av din order')
    const papers = await paid.papers(id)
    expect(papers).toHaveLength(2)
    expect(papers.reduce((sum, { amount }) => sum + amount, 0)).toBe(snapshot.totalMinor)
    expect(papers.reduce((sum, { vat }) => sum + vat, 0)).toBe(snapshot.vatMinor)
    const { rows } =
      await sql`select 1 from stock_reservation where order_id = ${id} and status <> 'consumed'`.execute(
        shop.db,
      )
    expect(rows).toEqual([])
  })

  it('ships once per tracking number, however often and concurrently it is requested', async () => {
    const order = await paid.order([line(await shop.addProduct({ price: 100 }), 4)])
    const { id, number } = order
    const half = { number, trackingNumber: 'SAME', lines: [{ sku: skuOf(order), quantity: 2 }] }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ship(half)))
    expect(answers.filter((answer) => answer.ok && !answer.repeated)).toHaveLength(1)
    expect(answers.every((answer) => answer.ok && answer.shipment.number === 1)).toBe(true)
    expect(await ship({ ...half, lines: [{ sku: skuOf(order), quantity: 1 }] })).toEqual({
      ok: false,
      code: 'tracking_used',
      shipment: 1,
    })
    expect(await shipmentsOf(shop.db, id)).toHaveLength(1)
    expect(await paid.papers(id)).toHaveLength(1)
    expect(shop.enqueued.filter(({ data }) => data.kind === 'shipped-1')).toHaveLength(1)
  })

  it('never ships more than ordered, nor what was refunded', async () => {
    const order = await paid.order([line(await shop.addProduct({ price: 100 }), 5)])
    const { id, number, lines } = order
    const sku = skuOf(order)
    const three = (trackingNumber: string) => ship({ number, trackingNumber, lines: [{ sku, quantity: 3 }] })
    const answers = await Promise.all([three('A'), three('B'), three('C')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers).toContainEqual({ ok: false, code: 'too_many_units', sku, left: 2 })
    await paid.refund(number, units(lines[0]!.uuid), { reason: 'not_delivered' })
    expect(await ship({ number, trackingNumber: 'D' })).toMatchObject({
      ok: true,
      shipment: { isLast: true },
    })
    const shipped = (await shipmentsOf(shop.db, id)).map((shipment) => shipment.units.get(lines[0]!.uuid))
    expect(shipped).toEqual([3, 1])
    // What was not sent is not invoiced, so nothing is credited for it.
    expect(await paid.papers(id)).toMatchObject([
      { kind: 'invoice', amount: 30_000 + order.snapshot.shipping.priceMinor },
      { kind: 'invoice', amount: 10_000 },
    ])
    expect((await paid.mailOf(id, 'refund-1'))?.attachments ?? []).toEqual([])
    await paid.refund(number, units(lines[0]!.uuid, 4))
    const [one, two, credit] = await invoicesOf(shop.db, id)
    expect(credit?.document).toMatchObject({ corrects: [one!.number, two!.number], payableMinor: 40_000 })
    const tooMuch = sql`insert into shipment_line (shipment_id, uuid, quantity)
      select id, 'nope', 1 from shipment where order_id = ${id} limit 1`
    await expect(tooMuch.execute(shop.db)).rejects.toThrow(/more often than ordered/)
  })

  it('is refused with a reason where it cannot be shipped, and nothing is written', async () => {
    const order = await paid.order([line(await shop.addProduct({ price: 100 }), 2)])
    const { id, number } = order
    expect(await ship({ number: 'S1', trackingNumber: 'X' })).toEqual({ ok: false, code: 'unknown_order' })
    expect(await ship({ number })).toEqual({ ok: false, code: 'tracking_required' })
    expect(await ship({ number, trackingNumber: 'X', lines: [{ sku: toSku('NOPE'), quantity: 1 }] })).toEqual(
      {
        ok: false,
        code: 'unknown_sku',
        sku: 'NOPE',
      },
    )
    expect(await ship({ number, trackingNumber: 'X', lines: [] })).toEqual({
      ok: false,
      code: 'nothing_left',
    })
    await paid.force(number, 'held')
    expect(await ship({ number, trackingNumber: 'X' })).toEqual({
      ok: false,
      code: 'wrong_status',
      status: 'held',
    })
    await paid.force(number, 'received')
    expect([await shipmentsOf(shop.db, id), await paid.papers(id)]).toEqual([[], []])
    expect(await cancelOrder(paid.services, testActor, number)).toMatchObject({ ok: true })
    // Cancelled before dispatch: there is never an invoice.
    expect(await ship({ number, trackingNumber: 'X' })).toMatchObject({ code: 'wrong_status' })
    expect(await paid.papers(id)).toEqual([])
  })

  it('uses up its gift cards before anything is invoiced', async () => {
    const card = await paid.giveCard(15_000)
    const order = await paid.order([line(await shop.addProduct({ price: 100 }), 3)], { cards: [card] })
    const { id, number, snapshot } = order
    const one = (trackingNumber: string) =>
      ship({ number, trackingNumber, lines: [{ sku: skuOf(order), quantity: 1 }] })
    await one('1')
    const paid1 = (await paid.papers(id)).reduce((sum, { amount }) => sum + amount, 0)
    expect(paid1).toBe(Math.max(0, 10_000 + snapshot.shipping.priceMinor - 15_000))
    await one('2')
    await one('3')
    const papers = await paid.papers(id)
    expect(papers.reduce((sum, { amount }) => sum + amount, 0)).toBe(snapshot.payableMinor)
    expect(await paid.status(number)).toBe('shipped')
  })

  it('releases the units that were refunded before they left, by pool and by the parts of sets', async () => {
    const single = await shop.addProduct({ price: 100, available: 10 })
    const part = await shop.addProduct({ price: 50, available: 20 })
    const set = await shop.addProduct({ price: 90, available: 0 })
    const awaited = await shop.addProduct({
      price: 100,
      available: 0,
      incoming: 5,
      incomingAt: '2026-12-10T00:00:00Z',
    })
    await sql`insert into set_part (set_id, product_id, quantity) values (${set}, ${part}, 2)`.execute(
      shop.db,
    )
    const { id, number, lines } = await paid.order([
      line(single, 4),
      line(set, 3),
      line(part, 1),
      line(awaited, 2),
    ])
    const stock = async () => [
      (await shop.stockOf(single)).available,
      (await shop.stockOf(part)).available,
      (await shop.stockOf(awaited)).incoming,
    ]
    expect(await stock()).toEqual([6, 13, 3])
    const [four, sets, , two] = lines.map(({ uuid }) => uuid)
    await paid.refund(number, {
      lines: [
        { uuid: four!, quantity: 3 },
        { uuid: sets!, quantity: 1 },
        { uuid: two!, quantity: 2 },
      ],
    })
    expect(await stock()).toEqual([9, 15, 5])
    expect(await ship({ number, trackingNumber: 'P1' })).toMatchObject({
      ok: true,
      shipment: { isLast: true },
    })
    expect(await stock()).toEqual([9, 15, 5])
    const { rows } = await sql`select product_id, consumed, released, status from stock_reservation
      where order_id = ${id} order by product_id`.execute(shop.db)
    expect(rows).toEqual([
      { product_id: single, consumed: 1, released: 3, status: 'consumed' },
      { product_id: part, consumed: 5, released: 2, status: 'consumed' },
      { product_id: awaited, consumed: 0, released: 2, status: 'released' },
    ])
    const { differences } = await checkBooks(shop.db, { stores: ['sv'], atProviders: null })
    expect(
      differences.filter(({ check }) => ['stock', 'reservations', 'reserved-units'].includes(check)),
    ).toEqual([])
  })

  it('whose rest is refunded after a part has left is shipped, and its goods can come back', async () => {
    const [first, second] = [
      await shop.addProduct({ price: 100 }),
      await shop.addProduct({ price: 100, available: 3 }),
    ]
    const order = await paid.order([line(first, 1), line(second, 2)])
    const { id, number, lines, snapshot } = order
    await ship({ number, trackingNumber: 'P1', lines: [{ sku: skuOf(order), quantity: 1 }] })
    await paid.refund(number, units(lines[1]!.uuid), { reason: 'not_delivered' })
    expect(await paid.status(number)).toBe('processing')
    await paid.refund(number, units(lines[1]!.uuid), { reason: 'not_delivered' })
    expect(await paid.status(number)).toBe('shipped')
    expect(await ship({ number, trackingNumber: 'P2' })).toEqual({ ok: false, code: 'nothing_left' })
    expect((await shop.stockOf(second)).available).toBe(3)
    expect(await paid.attemptOf(id)).toMatchObject({ captured: snapshot.totalMinor - 20_000, refunded: 0 })
    const { differences } = await checkBooks(shop.db, { stores: ['sv'], atProviders: null })
    expect(differences.filter(({ concerns }) => concerns.includes(number))).toEqual([])
    expect(await moveOrder(paid.services, testActor, number, 'delivered')).toEqual({
      ok: true,
      already: false,
    })
  })

  it('cancelled before it was sent is not invoiced: no document, no due date, no credit note, and its stock is free', async () => {
    const product = await shop.addProduct({ price: 100, available: 10 })
    const { id, number, lines } = await paid.order([line(product, 4)])
    const [{ uuid }] = lines as [(typeof lines)[number]]
    expect(await paid.refund(number, units(uuid, 3), { reason: 'not_delivered' })).toMatchObject({
      ok: true,
      refund: { creditNote: null, toProviderMinor: 0, uncollectedMinor: 30_000 },
    })
    expect((await shop.stockOf(product)).available).toBe(9)
    expect(plain((await paid.mailOf(id, 'refund-1'))!.text)).toContain('300 kr kommer inte att faktureras')
    expect(await paid.refund(number, units(uuid), { reason: 'not_delivered' })).toMatchObject({ ok: true })
    expect(await paid.status(number)).toBe('cancelled')
    expect((await shop.stockOf(product)).available).toBe(10)
    expect([await paid.papers(id), await paid.attemptOf(id)]).toMatchObject([
      [],
      { status: 'cancelled', captured: 0, refunded: 0 },
    ])
    expect(plain((await paid.mailOf(id, 'refund-2'))!.text)).toContain(`Din order ${number} är avbeställd`)
    const { differences } = await checkBooks(shop.db, { stores: ['sv'], atProviders: null })
    expect(differences.filter(({ concerns }) => concerns.includes(number))).toEqual([])
  })

  it('of which a part is cancelled is invoiced for the rest, and is paid once that is', async () => {
    const product = await shop.addProduct({ price: 100 })
    const { id, number, lines, snapshot } = await paid.order([line(product, 3)])
    await paid.refund(number, units(lines[0]!.uuid), { reason: 'not_delivered' })
    await ship({ number, trackingNumber: 'P1' })
    const owed = snapshot.totalMinor - 10_000
    expect(await paid.papers(id)).toMatchObject([{ kind: 'invoice', amount: owed }])
    const [invoice] = await invoicesOf(shop.db, id)
    await payInvoice(paid.services, testActor, {
      invoice: { store: 'sv', number: invoice!.number },
      amountMinor: minor(owed),
      paidOn: '2026-11-25',
      reference: null,
    })
    expect((await findOrderByNumber(shop.db, number))?.paidAt).not.toBeNull()
    const { differences } = await checkBooks(shop.db, { stores: ['sv'], atProviders: null })
    expect(differences.filter(({ concerns }) => concerns.includes(number))).toEqual([])
  })

  it('that is shipped in part has only the rest reserved: what left is not on hand', async () => {
    const product = await shop.addProduct({ price: 100, available: 330 })
    const order = await paid.order([line(product, 2)])
    const { sku } = await shop.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', product)
      .executeTakeFirstOrThrow()
    const onHand = async () => {
      const stock = (await readStock(shop.db, { sku, store: 'sv' }))!
      return [stock.onHand, stock.reserved, stock.available, stock.openOrders]
    }
    expect(await onHand()).toEqual([330, 2, 328, 1])
    await ship({ number: order.number, trackingNumber: 'P1', lines: [{ sku: skuOf(order), quantity: 1 }] })
    expect(await onHand()).toEqual([329, 1, 328, 1])
    await ship({ number: order.number, trackingNumber: 'P2' })
    expect(await onHand()).toEqual([328, 0, 328, 0])
  })
})
