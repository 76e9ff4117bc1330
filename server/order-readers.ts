/** Dependencies of pages that show orders and returns. */
import type { Session } from '../domain/accounts/account.ts'
import { readOrder } from '../domain/orders/read-order.server.ts'
import {
  findReceipt,
  withRefunds,
  type OrderWithRefunds,
} from '../domain/refunds/refund-repository.server.ts'
import { readReturns } from '../domain/returns/register-return.server.ts'
import { findReturnByToken } from '../domain/returns/return-repository.server.ts'
import type { Database } from './database/database.ts'

/** How pages read orders and returns: by an access token, or by a session. */
export function orderReaders(db: Database) {
  return {
    orderByToken: (token: string) => findReceipt(db, token),
    async orderOf(session: Session, number: string) {
      const order = await readOrder(db, session, number)
      return order && withRefunds(db, order)
    },
    returnsOf: (order: OrderWithRefunds) => readReturns({ db, clock: Date.now }, order),
    returnByToken: (token: string) => findReturnByToken(db, token),
  }
}
