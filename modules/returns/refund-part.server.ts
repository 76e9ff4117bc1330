import { sql } from 'kysely'
import type { RefundPart } from '../refund-parts.server.ts'
import { endWithdrawals } from './end-withdrawals.server.ts'
import { returnsOf } from './return-repository.server.ts'
import { returnStatuses, returnTransitions, skusInReturns } from './return.ts'

const openStatuses = returnStatuses.filter((status) => returnTransitions[status].length > 0)

export const refundPart: RefundPart = {
  heldSkus: async (trx, orderId) => skusInReturns(await returnsOf(trx, orderId)),
  refunded: endWithdrawals,
  awaitsRefund: (orderId) => sql`(exists (select from order_return r
      where r.order_id = ${orderId} and r.status = any(${openStatuses}))
    or exists (select from withdrawal w where w.order_id = ${orderId} and w.done_at is null))`,
}
