/** Dependencies of pages that show orders. */
import type { ShownOrder } from '../app/shop-context.ts'
import type { Session } from '../domain/accounts/account.ts'
import { changedDatesOf } from '../domain/dispatch/line-dates.server.ts'
import { invoicesOf } from '../domain/invoices/invoice-repository.server.ts'
import { paymentOfOrder } from '../domain/payments/shown-payment.server.ts'
import { readOrder } from '../domain/orders/read-order.server.ts'
import {
  findReceipt,
  withRefunds,
  type OrderWithRefunds,
} from '../domain/refunds/refund-repository.server.ts'
import { shipmentsOf } from '../domain/shipments/shipment-repository.server.ts'
import type { Database } from './database/database.ts'

/** How pages read orders: by an access token, or by a session. */
export function orderReaders(db: Database) {
  const shown = async (order: OrderWithRefunds): Promise<ShownOrder> => {
    const [shipments, changedDates, invoices, payment] = await Promise.all([
      shipmentsOf(db, order.id),
      changedDatesOf(db, order.id),
      invoicesOf(db, order.id),
      paymentOfOrder(db, order),
    ])
    return { ...order, shipments, changedDates, invoices, payment }
  }
  return {
    async orderByToken(token: string) {
      const order = await findReceipt(db, token)
      return order && shown(order)
    },
    async orderOf(session: Session, number: string) {
      const order = await readOrder(db, session, number)
      return order && shown(await withRefunds(db, order))
    },
  }
}
