import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, plain } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { jobActor } from '../audit/actor.ts'
import { checkBooks } from '../books/check-books.server.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { minor } from '../money/money.ts'
import { dayAfter } from '../stores/store-day.ts'
import { storeCodes, storePolicies } from '../stores/stores.ts'
import { holdInvoice, releaseInvoice } from './hold-invoice.server.ts'
import { findInvoice, invoiceBalances } from './invoice-balances.server.ts'
import type { InvoiceBalance } from './invoice-state.ts'
import { payInvoice } from './record-payment.server.ts'
import { remindInvoices, reminderMail } from './remind-invoices.server.ts'
import { remindersOf } from './reminder-repository.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
let product: Awaited<ReturnType<OrderShop['addProduct']>>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
  product = await shop.addProduct({ price: 100, available: 1000 })
})
afterAll(() => shop.close())

const actor = jobActor('remind-invoices')
const services = () => ({ ...paid.services, db: shop.db, log: { warn: () => {} } })
const run = () => remindInvoices(services(), actor)
const stepsOf = async ({ id }: InvoiceBalance) => (await remindersOf(shop.db, id)).map(({ step }) => step)
const setDay = (day: string) => void (shop.now.at = Date.parse(`${day}T10:00:00Z`))

let parcels = 0
async function invoiced(): Promise<InvoiceBalance> {
  const order = await paid.order([line(product)])
  await shipOrder(paid.services, testActor, { number: order.number, trackingNumber: `P${++parcels}` })
  const [invoice] = await invoiceBalances(services(), { orderId: order.id, limit: 1 })
  return invoice!
}

it('an overdue invoice is reminded once per step, by several nodes at once', async () => {
  const issued = shop.now.at
  const [plainly, paidLater, partly, held, returning, written] = [
    await invoiced(),
    await invoiced(),
    await invoiced(),
    await invoiced(),
    await invoiced(),
    await invoiced(),
  ]
  const pay = (invoice: InvoiceBalance, amount: number | null) =>
    payInvoice(services(), testActor, {
      invoice,
      amountMinor: amount === null ? null : minor(amount),
      paidOn: invoice.dueOn,
      reference: null,
    })
  await pay(partly, 5_000)
  await pay(written, null)
  await holdInvoice(services(), testActor, held, 'wrong goods')
  await sql`insert into withdrawal (key, store, order_number, order_id, name, email, declared_at, refund_due_on)
    values (gen_random_uuid(), 'sv', ${returning.orderNumber}, ${returning.orderId}, 'A', 'a@example.se', now(),
      current_date + 14)`.execute(shop.db)
  const { dueOn } = plainly
  const [first = 0, second = 0] = storePolicies.sv.invoicing.reminderDays
  setDay(dayAfter(dueOn, first - 1))
  expect(await run()).toBe(0)
  setDay(dayAfter(dueOn, first))
  const counts = await Promise.all([run(), run(), run()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(await run()).toBe(0)
  expect([
    await stepsOf(plainly),
    await stepsOf(partly),
    await stepsOf(held),
    await stepsOf(returning),
  ]).toEqual([[1], [1], [], []])

  // The mail is decided when it is sent: an invoice that was paid meanwhile is not reminded.
  await pay(paidLater, null)
  expect(await paid.mailOf(paidLater.orderId, reminderMail(1, paidLater.number))).toBeNull()
  const mail = (await paid.mailOf(partly.orderId, reminderMail(1, partly.number)))!
  expect(mail.kind).toBe('order-reminder')
  expect(mail.name).toBe(`${partly.orderNumber}-reminder-1-${partly.number}`)
  expect(mail.attachments).toMatchObject([{ filename: `invoice-sv-${partly.number}.pdf` }])
  const text = plain(mail.text)
  for (const words of [
    `faktura ${partly.number}`,
    '4 december 2026',
    'Redan betalt',
    '50,00 kr',
    'OCR-nummer',
    'Bankgiro: 5900-0000',
    'kostar ingenting',
  ])
    expect(text).toContain(words)
  expect(plain(mail.html)).toContain('Ingen ränta')
  expect(await paid.mailOf(partly.orderId, reminderMail(1, partly.number))).toBeNull()

  // The second step follows the first by as many days, however late that was.
  setDay(dayAfter(dueOn, second - 1))
  await releaseInvoice(services(), testActor, held)
  expect([await run(), await stepsOf(held)]).toEqual([1, [1]])
  setDay(dayAfter(dueOn, second))
  expect(await run()).toBe(2)
  expect([await stepsOf(plainly), await stepsOf(held)]).toEqual([[1, 2], [1]])
  expect(plain((await paid.mailOf(plainly.orderId, reminderMail(2, plainly.number)))!.text)).toContain(
    'fortfarande',
  )
  expect(await run()).toBe(0)
  expect((await findInvoice(services(), written))!.state).toBe('paid')

  // An invoice that has been overdue for long, as on the first day of this job, is for staff.
  shop.now.at = issued
  const old = await invoiced()
  setDay(dayAfter(old.dueOn, 40))
  expect([await run(), await stepsOf(held)]).toEqual([1, [1, 2]])
  expect(await stepsOf(old)).toEqual([])

  const { rows } = await sql<{ actor: string | null; times: number }>`
    select actor_id as actor, count(*)::integer as times from audit_entry where action = 'invoice.remind' group by 1`.execute(
    shop.db,
  )
  expect(rows).toEqual([{ actor: 'remind-invoices', times: 7 }])
  expect((await checkBooks(shop.db, { stores: storeCodes, atProviders: null })).differences).toEqual([])
}, 120_000)
