/** Records a provider's operation on a payment: capture, refund or cancellation. */
import { type Minor, zeroMinor } from '../money/money.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'

export interface PerformedOperation {
  kind: 'capture' | 'refund' | 'cancel'
  amountMinor: Minor
  /** The idempotency key that a retry repeats. */
  idempotencyKey: string
  providerOperationId: string
  /** The attempt's status after it. */
  attempt: AttemptStatus
}

/** Stores the operation and its effect on the attempt, which the caller's transaction has locked. */
export async function recordOperation(
  trx: Kysely<DB>,
  attemptId: number,
  { kind, amountMinor, idempotencyKey, providerOperationId, attempt }: PerformedOperation,
): Promise<void> {
  await trx
    .insertInto('payment_operation')
    .values({
      attempt_id: attemptId,
      kind,
      amount_minor: amountMinor,
      idempotency_key: idempotencyKey,
      provider_operation_id: providerOperationId,
      status: 'done',
    })
    .execute()
  await trx
    .updateTable('payment_attempt')
    .set((eb) => ({
      status: attempt,
      updated_at: eb.fn<Date>('now'),
      captured_minor: eb('captured_minor', '+', kind === 'capture' ? amountMinor : zeroMinor),
      refunded_minor: eb('refunded_minor', '+', kind === 'refund' ? amountMinor : zeroMinor),
    }))
    .where('id', '=', attemptId)
    .execute()
}
