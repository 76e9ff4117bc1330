import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, units } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { checkBooks } from '../books/check-books.server.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { minor } from '../money/money.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import type { Sku } from '../products/sku.ts'
import { storeCodes } from '../stores/stores.ts'
import { invoiceBalances, paymentsOfInvoice } from './invoice-balances.server.ts'
import type { InvoiceBalance } from './invoice-state.ts'
import { movePayment } from './move-payment.server.ts'
import { markOrderPaid } from './mark-order-paid.server.ts'
import { payInvoice, repayInvoice, writeOffInvoice } from './record-payment.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
let product: Awaited<ReturnType<OrderShop['addProduct']>>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
  product = await shop.addProduct({ price: 100, available: 1000 })
})
afterAll(() => shop.close())

let parcels = 0
/** An order on invoice whose units left in parcels of these sizes, each with an invoice of its own. */
async function shipped(sizes: number[], quantity = sizes.reduce((sum, size) => sum + size, 0)) {
  const order = await paid.order([line(product, quantity)])
  for (const size of sizes) await ship(order, size)
  return order
}

async function ship(order: { number: string; lines: { sku: Sku }[] }, quantity: number) {
  const answer = await shipOrder(paid.services, testActor, {
    number: order.number,
    trackingNumber: `PARCEL-${++parcels}`,
    lines: [{ sku: order.lines[0]!.sku, quantity }],
  })
  expect(answer).toMatchObject({ ok: true })
}

const balances = (orderId: number, limit = 10) =>
  invoiceBalances({ db: shop.db, clock: () => shop.now.at }, { orderId, limit })
const statesOf = async (orderId: number) => (await balances(orderId)).map(({ state }) => state)
const pay = (invoice: InvoiceBalance, amountMinor: number | null = null, reference = 'cash') =>
  payInvoice(paid.services, testActor, {
    invoice,
    amountMinor: amountMinor === null ? null : minor(amountMinor),
    paidOn: '2026-11-23',
    reference,
  })
const isPaid = async (number: string) => (await findOrderByNumber(shop.db, number))!.paidAt !== null

describe('an invoice', () => {
  it('is open, partly paid, overdue and paid; the order is paid with its last invoice', async () => {
    const order = await shipped([1, 2])
    const [first, second] = await balances(order.id)
    expect(await statesOf(order.id)).toEqual(['open', 'open'])
    expect(first!.amountMinor + second!.amountMinor).toBe(order.snapshot.totalMinor)
    expect(await pay(first!, 5_000)).toMatchObject({
      ok: true,
      isOrderPaid: false,
      invoice: { paidMinor: 5_000 },
    })
    expect(await statesOf(order.id)).toEqual(['partly_paid', 'open'])
    const { at } = shop.now
    shop.now.at = Date.parse(`${first!.dueOn}T22:00:00Z`)
    expect(await statesOf(order.id)).toEqual(['partly_paid', 'open'])
    shop.now.at += 3_600_000
    expect(await statesOf(order.id)).toEqual(['overdue', 'overdue'])
    shop.now.at = at
    expect(await pay(first!)).toMatchObject({ ok: true, isOrderPaid: false })
    expect(await isPaid(order.number)).toBe(false)
    expect(await pay(second!)).toMatchObject({ ok: true, isOrderPaid: true })
    expect(await isPaid(order.number)).toBe(true)
    expect(await statesOf(order.id)).toEqual(['paid', 'paid'])
    expect(await pay(second!)).toMatchObject({ ok: false, code: 'nothing_open' })
  })

  it('takes no more than is open, also from payments at once, and keeps its rows', async () => {
    const order = await shipped([2])
    const [invoice] = await balances(order.id)
    const tooMuch = invoice!.amountMinor + 1
    expect(await pay(invoice!, tooMuch)).toMatchObject({ code: 'too_much', mostMinor: invoice!.amountMinor })
    const half = Math.ceil(invoice!.amountMinor / 2)
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(invoice!, half)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(invoice!.amountMinor === 2 * half ? 2 : 1)
    await expect(sql`update invoice_payment set amount_minor = 1`.execute(shop.db)).rejects.toThrow(
      'append-only',
    )
    await expect(
      sql`insert into invoice_payment (invoice_id, kind, amount_minor, paid_on, source, recorded_at)
        values (${invoice!.id}, 'payment', ${tooMuch}, '2026-11-23', 'manual', now())`.execute(shop.db),
    ).rejects.toThrow('exceed')
  })

  it('is settled by credit notes, and what was paid before is owed to the buyer', async () => {
    const order = await shipped([1, 1])
    const [first, second] = await balances(order.id)
    await pay(second!)
    const { uuid } = order.lines[0]!
    expect(await paid.refund(order.number, units(uuid))).toMatchObject({ ok: true })
    expect((await balances(order.id))[0]).toMatchObject({ state: 'open', creditedMinor: 10_000 })
    expect(await paid.refund(order.number, { lines: [{ uuid, quantity: 1 }], shipping: true })).toMatchObject(
      { ok: true },
    )
    const after = await balances(order.id)
    expect(after).toMatchObject([{ state: 'credited' }, { state: 'paid', repayMinor: second!.amountMinor }])
    const back = { invoice: second!, paidOn: '2026-11-24', reference: 'transfer' }
    expect(await repayInvoice(paid.services, testActor, { ...back, amountMinor: minor(1) })).toMatchObject({
      ok: true,
    })
    expect(await repayInvoice(paid.services, testActor, { ...back, amountMinor: null })).toMatchObject({
      ok: true,
    })
    expect(await repayInvoice(paid.services, testActor, { ...back, amountMinor: null })).toMatchObject({
      code: 'nothing_to_repay',
    })
    expect(await statesOf(order.id)).toEqual(['credited', 'credited'])
    expect(first!.dueOn).toBe('2026-12-04')
  })

  it('that is partly paid is settled by a credit note over the rest', async () => {
    const order = await shipped([2])
    const [invoice] = await balances(order.id)
    await pay(invoice!, invoice!.amountMinor - 10_000)
    expect(await isPaid(order.number)).toBe(false)
    await paid.refund(order.number, units(order.lines[0]!.uuid))
    expect([await statesOf(order.id), await isPaid(order.number)]).toEqual([['paid'], true])
  })

  it('that was written off can be paid after all', async () => {
    const order = await shipped([1])
    const [invoice] = await balances(order.id)
    const input = { invoice: invoice!, paidOn: '2026-11-24', reference: 'bankruptcy' }
    expect(await writeOffInvoice(paid.services, testActor, input)).toMatchObject({ ok: true })
    expect(await statesOf(order.id)).toEqual(['written_off'])
    expect(await writeOffInvoice(paid.services, testActor, input)).toMatchObject({ code: 'nothing_open' })
    await pay(invoice!, 4_000)
    expect(await statesOf(order.id)).toEqual(['written_off'])
    expect(await pay(invoice!)).toMatchObject({ ok: true, isOrderPaid: true })
    expect(await statesOf(order.id)).toEqual(['paid'])
    const entries = await paymentsOfInvoice(shop.db, invoice!.id)
    expect(entries.map(({ kind }) => kind)).toEqual([
      'write_off',
      'write_off',
      'payment',
      'write_off',
      'payment',
    ])
  })
})

describe('a payment that was matched wrongly', () => {
  const move = (from: InvoiceBalance, to: InvoiceBalance, amountMinor: number | null = null) =>
    movePayment(paid.services, testActor, {
      from,
      to,
      amountMinor: amountMinor === null ? null : minor(amountMinor),
      reason: 'wrong reference',
    })

  it('is moved to the invoice that was paid, as much as fits, with its day and reference', async () => {
    const wrong = await shipped([1])
    const right = await shipped([2])
    const [[from], [to]] = [await balances(wrong.id), await balances(right.id)]
    expect(await move(from!, to!)).toEqual({ ok: false, code: 'nothing_paid' })
    await pay(from!, 3_000, 'first')
    await pay(from!, null, 'second')
    expect(await isPaid(wrong.number)).toBe(true)
    expect(await move(from!, from!)).toEqual({ ok: false, code: 'same_invoice' })
    expect(await move(from!, to!, from!.amountMinor + 1)).toEqual({
      ok: false,
      code: 'too_much',
      mostMinor: from!.amountMinor,
    })
    // The latest payment first, and then a part of the one before.
    const secondMinor = from!.amountMinor - 3_000
    expect(await move(from!, to!, secondMinor + 1_000)).toMatchObject({
      ok: true,
      from: { paidMinor: 2_000, openMinor: from!.amountMinor - 2_000, state: 'partly_paid' },
      to: { paidMinor: secondMinor + 1_000, state: 'partly_paid' },
    })
    expect(await isPaid(wrong.number)).toBe(false)
    expect(await paymentsOfInvoice(shop.db, to!.id)).toMatchObject([
      { kind: 'payment', amountMinor: secondMinor, paidOn: '2026-11-23', reference: 'second' },
      { kind: 'payment', amountMinor: 1_000, paidOn: '2026-11-23', reference: 'first' },
    ])
    // Moved back, no more than was moved; two moves at once keep both sums.
    const answers = await Promise.all([move(from!, to!), move(to!, from!)])
    expect(answers.every(({ ok }) => ok)).toBe(true)
    const after = [...(await balances(wrong.id)), ...(await balances(right.id))]
    expect(after.reduce((sum, { paidMinor }) => sum + paidMinor, 0)).toBe(from!.amountMinor)
    const { rows } = await sql`select distinct object_id, reason, actor_id from audit_entry
      where action = 'invoice.move_payment' and object_id = ${`sv-${from!.number}`}`.execute(shop.db)
    expect(rows).toEqual([{ object_id: `sv-${from!.number}`, reason: 'wrong reference', actor_id: 'test' }])
  })

  it('pays the order of the other invoice', async () => {
    const wrong = await shipped([1])
    const right = await shipped([1])
    const [[from], [to]] = [await balances(wrong.id), await balances(right.id)]
    await pay(from!)
    expect(await move(from!, to!)).toMatchObject({ from: { state: 'open' }, to: { state: 'paid' } })
    expect([await isPaid(wrong.number), await isPaid(right.number)]).toEqual([false, true])
    expect(await move(from!, to!)).toEqual({ ok: false, code: 'nothing_paid' })
  })
})

describe('an order that is marked as paid', () => {
  it('pays what is invoiced of it, and later invoices when they are issued', async () => {
    const order = await shipped([1], 2)
    expect(await markOrderPaid(paid.services, testActor, order.number)).toMatchObject({
      ok: true,
      already: false,
    })
    await ship(order, 1)
    expect(await statesOf(order.id)).toEqual(['paid', 'paid'])
    const [, later] = await balances(order.id)
    expect(await paymentsOfInvoice(shop.db, later!.id)).toMatchObject([{ source: 'prepaid' }])
    expect(await markOrderPaid(paid.services, testActor, order.number)).toMatchObject({ already: true })
  })
})

it('every change of an invoice names its actor in the audit, and the books balance', async () => {
  const { rows } = await sql<{ action: string; actor: string | null }>`
    select distinct action, actor_id as actor from audit_entry where object_kind = 'invoice' order by 1`.execute(
    shop.db,
  )
  expect(rows).toEqual([
    { action: 'invoice.move_payment', actor: 'test' },
    { action: 'invoice.payment', actor: 'test' },
    { action: 'invoice.repayment', actor: 'test' },
    { action: 'invoice.reversal', actor: 'test' },
    { action: 'invoice.write_off', actor: 'test' },
  ])
  const report = await checkBooks(shop.db, { stores: storeCodes, atProviders: null })
  expect(report.differences).toEqual([])
})
