/**
 * Sends an order's refused operations again, for staff who removed the cause at the provider. The provider's record is
 * read first, so that what took effect after all is not repeated.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import type { OperationKind } from './payment-operations.server.ts'
import type { PerformServices } from './perform-operations.server.ts'

export type RetryAnswer =
  /** How many operations are sent again. */
  { ok: true; retried: number } | { ok: false; code: 'unknown_order' | 'nothing_refused' }

export async function retryOperations(
  { db, jobs }: Pick<PerformServices, 'db' | 'jobs'>,
  actor: Actor,
  orderNumber: string,
  kinds: readonly OperationKind[] = ['capture', 'refund', 'cancel'],
): Promise<RetryAnswer> {
  return audited(db, actor, async (trx, record): Promise<RetryAnswer> => {
    const order = await lockOrder(trx, orderNumber)
    if (!order?.attempt) return { ok: false, code: 'unknown_order' }
    const { id } = order.attempt
    const { numUpdatedRows } = await trx
      .updateTable('payment_operation')
      .set((eb) => ({
        status: 'sent',
        problem: null,
        retries: eb('retries', '+', 1),
        updated_at: sql<Date>`now()`,
      }))
      .where('attempt_id', '=', id)
      .where('status', '=', 'refused')
      .where('kind', 'in', kinds)
      .executeTakeFirst()
    const retried = Number(numUpdatedRows)
    if (retried === 0) return { ok: false, code: 'nothing_refused' }
    await jobs.enqueue(trx, 'payment-operation', { attemptId: id })
    const { store } = order.snapshot
    record({ action: 'payment.retry', object: ['payment', id], store, after: { retried } })
    return { ok: true, retried }
  })
}
