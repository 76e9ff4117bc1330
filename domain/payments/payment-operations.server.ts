/**
 * Captures, refunds and cancellations of a payment. A provider whose records are our own is asked within the
 * caller's transaction. Any other is asked after its commit: the operation is stored as `sent` under its
 * idempotency key, and a job performs it (perform-operations.server.ts).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Minor } from '../money/money.ts'
import type { LockedOrder } from '../orders/lock-order.server.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import type { BasketLine, OperationAnswer, PaymentProviders, Shipment } from './payment-provider.ts'

export type OperationKind = 'capture' | 'refund' | 'cancel'

export interface RequestedOperation {
  kind: OperationKind
  amountMinor: Minor
  /** Repeated by every retry. */
  idempotencyKey: string
  /** The lines it is for; none for a cancellation. */
  lines: readonly BasketLine[]
  /** The parcel that a capture pays for. */
  shipment?: Shipment
  /** Only of a capture: the order has left completely, no other capture follows. */
  isFinal?: boolean
  /** The attempt's status once it is done. */
  attempt: AttemptStatus
}

/**
 * The key under which an operation is sent. A refund that staff send again after a refusal is a new one: under the
 * first key a provider answers the refused one again.
 */
export function providerKey({
  kind,
  idempotencyKey,
  retries,
}: Pick<RequestedOperation, 'kind' | 'idempotencyKey'> & { retries: number }): string {
  return kind === 'refund' && retries > 0 ? `${idempotencyKey}-again-${retries}` : idempotencyKey
}

/** What a stored operation asks of its provider, besides its amount. */
export interface StoredRequest {
  lines: BasketLine[]
  shipment?: Shipment
  isFinal?: boolean
  attempt: AttemptStatus
}

export interface OperationServices {
  /** The transaction that has locked the order. */
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'payment-operation'>
}

export type RequestedAnswer =
  /** `providerOperationId`: of an operation that is done; null: it is performed after the commit. */
  { ok: true; providerOperationId: string | null } | { ok: false; code: 'provider_unsupported' }

/** Performs an operation on a locked order's payment, or has it performed after the commit. */
export async function requestOperation(
  { db: trx, providers, jobs }: OperationServices,
  order: Pick<LockedOrder, 'number' | 'snapshot'> & { attempt: NonNullable<LockedOrder['attempt']> },
  operation: RequestedOperation,
): Promise<RequestedAnswer> {
  const { attempt } = order
  const provider = providers[order.snapshot.store][attempt.provider]
  if (!provider) return { ok: false, code: 'provider_unsupported' }
  const own = provider.within?.(trx)
  if (!own) {
    await insertOperation(trx, attempt.id, operation, null)
    await jobs.enqueue(trx, 'payment-operation', { attemptId: attempt.id })
    return { ok: true, providerOperationId: null }
  }
  const { providerOrderId, currency } = attempt
  if (providerOrderId === null) throw new Error(`the payment of ${order.number} was not opened`)
  const answer = await askProvider(own, { providerOrderId, currency }, operation)
  if (!answer.ok) throw new Error(`${operation.kind} of ${order.number} is impossible: ${answer.code}`)
  await insertOperation(trx, attempt.id, operation, answer.providerOperationId)
  await applyOperation(trx, attempt.id, operation)
  return { ok: true, providerOperationId: answer.providerOperationId }
}

type Provider = NonNullable<PaymentProviders[keyof PaymentProviders]['none']>

/** Asks a provider to perform an operation. */
export function askProvider(
  provider: Provider,
  {
    providerOrderId,
    currency,
  }: Pick<NonNullable<LockedOrder['attempt']>, 'currency'> & { providerOrderId: string },
  { kind, amountMinor, idempotencyKey, lines, shipment, isFinal }: Omit<RequestedOperation, 'attempt'>,
): Promise<OperationAnswer> {
  if (kind === 'cancel') return provider.cancel(providerOrderId, idempotencyKey)
  const request = {
    providerOrderId,
    amountMinor,
    currency,
    lines: [...lines],
    idempotencyKey,
    ...(shipment && { shipment }),
    ...(isFinal && { isFinal }),
  }
  return kind === 'capture' ? provider.capture(request) : provider.refund(request)
}

/** `providerOperationId` null: it is still to be performed. */
async function insertOperation(
  trx: Kysely<DB>,
  attemptId: number,
  { kind, amountMinor, idempotencyKey, lines, shipment, isFinal, attempt }: RequestedOperation,
  providerOperationId: string | null,
): Promise<void> {
  const request: StoredRequest = {
    lines: [...lines],
    ...(shipment && { shipment }),
    ...(isFinal && { isFinal }),
    attempt,
  }
  await trx
    .insertInto('payment_operation')
    .values({
      attempt_id: attemptId,
      kind,
      amount_minor: amountMinor,
      idempotency_key: idempotencyKey,
      provider_operation_id: providerOperationId,
      status: providerOperationId === null ? 'sent' : 'done',
      request: JSON.stringify(request),
    })
    .execute()
}

/**
 * Applies a performed operation to the attempt, which the caller's transaction has locked. Sums are computed from
 * the operations; a larger sum that the provider reported (a payment captured at purchase) is kept. So is the status
 * of an attempt that was refunded further since the operation was requested.
 */
export async function applyOperation(
  trx: Kysely<DB>,
  attemptId: number,
  { kind, attempt }: Pick<RequestedOperation, 'kind' | 'attempt'>,
): Promise<void> {
  const done = trx
    .selectFrom('payment_operation')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<Minor>('amount_minor'), eb.lit(0)).as('minor'))
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', kind)
    .where('status', '=', 'done')
  await trx
    .updateTable('payment_attempt')
    .set((eb) => ({
      status: eb
        .case()
        .when(
          attempt === 'refunded'
            ? eb('status', '=', 'refunded')
            : eb('status', 'in', ['refunded', 'part_refunded']),
        )
        .then(eb.ref('status'))
        .else(attempt)
        .end(),
      updated_at: sql<Date>`now()`,
      ...(kind === 'capture' && { captured_minor: eb.fn<Minor>('greatest', ['captured_minor', done]) }),
      ...(kind === 'refund' && { refunded_minor: eb.fn<Minor>('greatest', ['refunded_minor', done]) }),
    }))
    .where('id', '=', attemptId)
    .execute()
}

/** Sums of an attempt's operations: those performed, and those whose outcome is not known yet. */
export interface OperationSums {
  /** Captured, or to be captured. */
  captureMinor: Minor
  /** Refunded, or to be refunded. */
  refundMinor: Minor
  /** How many are not performed yet. */
  pending: number
  /** Captures that the provider refused, and that staff may send again. */
  refusedCaptures: number
}

/** Reads the sums within the transaction that has locked the attempt. */
export async function operationSums(trx: Kysely<DB>, attemptId: number): Promise<OperationSums> {
  const { rows } = await sql<OperationSums>`
    select greatest(a.captured_minor,
        coalesce(sum(o.amount_minor) filter (where o.kind = 'capture' and o.status <> 'refused'), 0))::bigint as "captureMinor",
      greatest(a.refunded_minor,
        coalesce(sum(o.amount_minor) filter (where o.kind = 'refund' and o.status <> 'refused'), 0))::bigint as "refundMinor",
      (count(*) filter (where o.status in ('sent', 'unknown')))::integer as pending,
      (count(*) filter (where o.kind = 'capture' and o.status = 'refused'))::integer as "refusedCaptures"
    from payment_attempt a left join payment_operation o on o.attempt_id = a.id
    where a.id = ${attemptId} group by a.id`.execute(trx)
  const [sums] = rows
  if (!sums) throw new Error(`there is no payment attempt ${attemptId}`)
  return sums
}

/** Sets the status of an attempt, which the caller's transaction has locked. */
export async function setAttemptStatus(
  trx: Kysely<DB>,
  attemptId: number,
  status: AttemptStatus,
): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({ status, updated_at: sql<Date>`now()` })
    .where('id', '=', attemptId)
    .execute()
}
