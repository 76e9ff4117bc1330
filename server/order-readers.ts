/** What pages need to show orders and returns. */
import type { Session } from '../domain/accounts/account.ts'
import { readOrder } from '../domain/accounts/read-order.server.ts'
import { findReceipt, type OrderWithRefunds } from '../domain/orders/refund-repository.server.ts'
import { readReturns } from '../domain/returns/register-return.server.ts'
import { findReturnByToken } from '../domain/returns/return-repository.server.ts'
import type { Database } from './database/database.ts'

/** How pages read orders and returns: by an access token, or by a session. */
export function orderReaders(db: Database) {
  return {
    orderByToken: (token: string) => findReceipt(db, token),
    orderOf: (session: Session, number: string) => readOrder(db, session, number),
    returnsOf: (order: OrderWithRefunds) => readReturns({ db, clock: Date.now }, order),
    returnByToken: (token: string) => findReturnByToken(db, token),
  }
}
