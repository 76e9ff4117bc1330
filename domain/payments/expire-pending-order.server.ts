/** Ends a pending order of which the provider has no money. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { lockOrderStatus } from '../orders/lock-order.server.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'

/** Ends a pending order that was not paid, which reopens its checkout. False: it is no longer pending. */
export async function expirePendingOrder(trx: Kysely<DB>, actor: Actor, orderId: number): Promise<boolean> {
  const order = await lockOrderStatus(trx, orderId)
  if (order?.status !== 'pending') return false
  await trx
    .updateTable('payment_attempt')
    .set({ status: 'expired', updated_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('status', 'in', ['created', 'pending'])
    .execute()
  await transitionOrder(trx, order, { to: 'payment_failed', event: 'given_up', actor })
  return true
}
