/** The orders a session may read (ROLE-07): an account its own ones, an order's login that one order. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Session } from '../accounts/account.ts'
import { findOrderById, findOrderOfAccount, type StoredOrder } from './order-repository.server.ts'

/** Null: not readable by this session, whether or not such an order exists. */
export async function readOrder(
  db: Kysely<DB>,
  session: Session,
  orderNumber: string,
): Promise<StoredOrder | null> {
  const number = orderNumber.toUpperCase()
  if (session.strategy === 'account') return findOrderOfAccount(db, session.accountId, number)
  return session.orderNumber === number ? findOrderById(db, session.orderId) : null
}
