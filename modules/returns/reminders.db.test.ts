import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobActor } from '../../domain/audit/actor.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { invoiceBalances } from '../../domain/invoices/invoice-balances.server.ts'
import type { InvoiceBalance } from '../../domain/invoices/invoice-state.ts'
import { remindInvoices } from '../../domain/invoices/remind-invoices.server.ts'
import { remindersOf } from '../../domain/invoices/reminder-repository.server.ts'
import { dayAfter } from '../../domain/stores/store-day.ts'
import { storePolicies } from '../../domain/stores/stores.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { returnStatuses, returnTransitions } from './return.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
let product: Awaited<ReturnType<OrderShop['addProduct']>>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
  product = await shop.addProduct({ price: 100, available: 1000 })
})
afterAll(() => shop.close())

const services = () => ({ ...paid.services, db: shop.db, log: { warn: () => {} } })
const run = () => remindInvoices(services(), jobActor('remind-invoices'))
const stepsOf = async ({ id }: InvoiceBalance) => (await remindersOf(shop.db, id)).map(({ step }) => step)
const setDay = (day: string) => void (shop.now.at = Date.parse(`${day}T10:00:00Z`))

let parcels = 0
async function invoiced(): Promise<InvoiceBalance> {
  const order = await paid.order([line(product)])
  await shipOrder(paid.services, testActor, { number: order.number, trackingNumber: `P${++parcels}` })
  const [invoice] = await invoiceBalances(services(), { orderId: order.id, limit: 1 })
  return invoice!
}

// A refund or an exchange would change what is open of the invoice.
it.each(returnStatuses.filter((status) => status !== 'refunded' && status !== 'exchanged'))(
  'an invoice whose goods are in a return that is %s is reminded only once that is decided',
  async (status) => {
    shop.now.at = Date.UTC(2027, 4, 3, 10)
    const invoice = await invoiced()
    await sql`insert into order_return (order_id, number, status, rejection, label_token, registered_at)
      values (${invoice.orderId}, 1, ${status}, ${status === 'rejected' ? 'used' : null}, md5(random()::text), now())`.execute(
      shop.db,
    )
    setDay(dayAfter(invoice.dueOn, storePolicies.sv.invoicing.reminderDays[0]!))
    await run()
    expect(await stepsOf(invoice)).toEqual(returnTransitions[status].length === 0 ? [1] : [])
  },
)
