/**
 * Refunds that a provider accepted and that failed days later, because the bank returned the money: a closed account, a
 * lost card. The refund becomes one that the provider refused: staff see it, the buyer gets a correction a day later,
 * and `retryOperations` sends it again. The refund's credit note and its place in the order's history stay.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { subtractMinor, type Minor } from '../money/money.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import { providerKey } from './payment-operations.server.ts'
import { reportRefundProblem } from './payment-problems.server.ts'
import type { PaymentReference } from './payment-provider.ts'
import type { PerformServices } from './perform-operations.server.ts'

interface RefundOperation {
  id: number
  attemptId: number
  orderNumber: string
  amountMinor: Minor
  idempotencyKey: string
  retries: number
  providerOperationId: string | null
}

/**
 * Compares the refunds that count as done with the provider's own. Idempotent. Returns how many failed, or the
 * provider's problem: then nothing is known, and the caller tries again.
 */
export async function recordFailedRefunds(
  services: PerformServices,
  actor: Actor,
  { store, provider, providerOrderId }: PaymentReference,
): Promise<{ ok: true; failed: number } | { ok: false; code: 'provider_unavailable' }> {
  const { db, providers } = services
  const adapter = providers[store][provider]
  if (!adapter?.failedRefunds) return { ok: true, failed: 0 }
  const { rows: done } = await sql<RefundOperation>`
    select p.id, p.attempt_id as "attemptId", o.number as "orderNumber", p.amount_minor as "amountMinor",
      p.idempotency_key as "idempotencyKey", p.retries, p.provider_operation_id as "providerOperationId"
    from payment_operation p join payment_attempt a on a.id = p.attempt_id join orders o on o.id = a.order_id
    where a.provider = ${provider} and a.provider_order_id = ${providerOrderId} and a.store = ${store}
      and p.kind = 'refund' and p.status = 'done'`.execute(db)
  if (done.length === 0) return { ok: true, failed: 0 }
  const answer = await adapter.failedRefunds(providerOrderId)
  if (!answer.ok) return { ok: false, code: 'provider_unavailable' }
  let failed = 0
  for (const refund of answer.refunds) {
    const operation = done.find(
      (each) =>
        each.providerOperationId === refund.providerOperationId ||
        providerKey({ kind: 'refund', ...each }) === refund.idempotencyKey,
    )
    if (operation && (await recordFailure(services, actor, operation, refund.reason))) failed++
  }
  return { ok: true, failed }
}

/** Whether the operation counted as done until now. */
async function recordFailure(
  { db, jobs, clock, log }: PerformServices,
  actor: Actor,
  { id, attemptId, orderNumber, amountMinor, idempotencyKey }: RefundOperation,
  reason: string,
): Promise<boolean> {
  const problem = `refund_failed: ${reason}`
  const isNew = await audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, orderNumber)
    const attempt = order?.attempt
    if (!order || attempt?.id !== attemptId)
      throw new Error(`the refunded payment of ${orderNumber} is not its own`)
    const updated = await trx
      .updateTable('payment_operation')
      .set({ status: 'refused', problem, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('status', '=', 'done')
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
    const refundedMinor = subtractMinor(attempt.refundedMinor, amountMinor)
    await trx
      .updateTable('payment_attempt')
      .set({
        refunded_minor: refundedMinor,
        status: refundedMinor > 0 ? 'part_refunded' : 'captured',
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', attemptId)
      .execute()
    await recordOrderEvent(trx, order.id, {
      kind: 'refund-failed',
      from: order.status,
      to: order.status,
      actor,
      data: { amountMinor, problem },
    })
    await reportRefundProblem({ db: trx, jobs, clock }, order.id, idempotencyKey)
    return true
  })
  if (isNew) log.warn({ order: orderNumber, reason }, 'a refund failed after the provider had accepted it')
  return isNew
}
