/** Which order a session may read (ROLE-07): an account its own ones, an order's login that one order. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findOrderById, findOrderOfAccount } from '../orders/order-repository.server.ts'
import { refundsOf, type OrderWithRefunds } from '../orders/refund-repository.server.ts'
import type { Session } from './account.ts'

/** Null: not this session's, whether or not there is such an order. */
export async function readOrder(
  db: Kysely<DB>,
  session: Session,
  orderNumber: string,
): Promise<OrderWithRefunds | null> {
  const number = orderNumber.toUpperCase()
  const order =
    session.strategy === 'account'
      ? await findOrderOfAccount(db, session.accountId, number)
      : session.orderNumber === number
        ? await findOrderById(db, session.orderId)
        : null
  return order && { ...order, refunds: await refundsOf(db, order.id) }
}
