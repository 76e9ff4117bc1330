/**
 * Refunds that a provider accepted and that failed days later, because the bank returned the money: a closed account, a
 * lost card. The refund becomes one that the provider refused: staff see it, the buyer gets a correction a day later,
 * and `retryOperations` sends it again. The refund's credit note and its place in the order's history stay. The provider
 * reports a failure once; `reconcileRefunds` finds one whose report was lost.
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

/** A bank may return the money of a refund for up to 30 days (https://docs.stripe.com/refunds#failed-refunds). */
const failsWithinDays = 35

/** A refund is compared with its provider's record this long after it was made, and as often afterwards. */
const comparedAfterHours = 1
const comparedAgainAfterHours = 24

interface RefundedPayment extends PaymentReference {
  attemptId: number
}

/**
 * Compares recent refunds with their providers' records, because the report of a failure may be lost: those that were not
 * compared for a day, of at most 50 payments, oldest comparison first. A failure does not stop the others. Returns how
 * many refunds failed, and how many payments could not be compared; those come again a day later.
 */
export async function reconcileRefunds(
  services: PerformServices,
  actor: Actor,
): Promise<{ failed: number; waiting: number }> {
  const { db, providers, log } = services
  // Providers whose refunds can fail later, by store.
  const asked = Object.entries(providers).flatMap(([store, ofStore]) =>
    Object.entries(ofStore).flatMap(([provider, adapter]) =>
      adapter.failedRefunds ? [`${store} ${provider}`] : [],
    ),
  )
  const { rows } = await sql<RefundedPayment>`
    select a.id as "attemptId", a.store, a.provider, a.provider_order_id as "providerOrderId"
    from payment_operation p join payment_attempt a on a.id = p.attempt_id
    where p.kind = 'refund' and p.status = 'done'
      and p.updated_at > now() - make_interval(days => ${failsWithinDays})
      and coalesce(p.checked_at + make_interval(hours => ${comparedAgainAfterHours}),
        p.updated_at + make_interval(hours => ${comparedAfterHours})) <= now()
      and a.store || ' ' || a.provider = any(${asked}) and a.provider_order_id is not null
    group by a.id order by min(coalesce(p.checked_at, p.updated_at)) limit 50`.execute(db)
  const report = { failed: 0, waiting: 0 }
  for (const { attemptId, ...payment } of rows) {
    try {
      const answer = await recordFailedRefunds(services, actor, payment)
      if (answer.ok) report.failed += answer.failed
      else report.waiting++
    } catch (error) {
      report.waiting++
      log.warn({ attemptId, err: error }, 'the refunds of a payment could not be compared')
    }
    await sql`update payment_operation set checked_at = now()
      where attempt_id = ${attemptId} and kind = 'refund' and status = 'done'`.execute(db)
  }
  return report
}
