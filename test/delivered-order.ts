/** What happens to an order after it is placed, for browser tests: staff ship and deliver it. */
import { shipOrder } from '../domain/dispatch/ship-order.server.ts'
import { invoiceBalances } from '../domain/invoices/invoice-balances.server.ts'
import { payInvoice } from '../domain/invoices/record-payment.server.ts'
import { moveOrder } from '../domain/orders/move-order.server.ts'
import type { Database } from '../server/database/database.ts'
import { withJobQueue } from '../server/jobs/job-queue.ts'
import { invoiceProviders } from './composition.ts'
import { testActor } from './test-actor.ts'

/** Ships and delivers the whole order; the shop under test sends the mails. */
export async function deliverOrder(db: Database, number: string): Promise<void> {
  const clock = Date.now
  await withJobQueue(db, async (jobs) => {
    const services = { db, clock, providers: invoiceProviders({ db, clock }), jobs }
    await shipOrder(services, testActor, { number, trackingNumber: 'PARCEL-1' })
    await moveOrder(services, testActor, number, 'delivered')
  })
}

/** Staff record that all invoices of the order are paid. */
export async function payOrder(db: Database, number: string): Promise<void> {
  const clock = Date.now
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  await withJobQueue(db, async (jobs) => {
    const services = { db, clock, jobs }
    for (const invoice of await invoiceBalances(services, { orderId, status: 'unpaid', limit: 10 })) {
      const paidOn = new Date().toISOString().slice(0, 10)
      await payInvoice(services, testActor, { invoice, amountMinor: null, paidOn, reference: null })
    }
  })
}
