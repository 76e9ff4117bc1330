/**
 * Performs the operations that wait for their provider, outside of any transaction. The operations of a payment
 * are performed one after another, so that its record shows which of them took effect: after a crash or a lost
 * answer the record is read first, and the operation is sent again, under the same key, only where it shows
 * nothing of it.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { subtractMinor, type Minor } from '../money/money.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import type { OrderEventKind } from '../audit/order-event-kinds.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { CurrencyCode } from '../stores/store.ts'
import type { StoreCode } from '../stores/stores.ts'
import {
  applyOperation,
  askProvider,
  operationSums,
  providerKey,
  requestOperation,
  type OperationKind,
  type StoredRequest,
} from './payment-operations.server.ts'
import { reportPaymentProblem, reportRefundProblem } from './payment-problems.server.ts'
import type { OperationAnswer, PaymentProvider, PaymentProviders } from './payment-provider.ts'
import type { WarningLog } from '../log/warning-log.ts'

export interface PerformServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'order-mail' | 'payment-operation'>
  /** Epoch milliseconds. */
  clock: () => number
  log: WarningLog
}

interface PendingOperation {
  id: number
  attemptId: number
  kind: OperationKind
  amountMinor: Minor
  idempotencyKey: string
  request: StoredRequest
  tries: number
  /** How often staff sent it again after a refusal. */
  retries: number
  provider: PaymentProviderId | 'none'
  providerOrderId: string
  currency: CurrencyCode
  store: StoreCode
  orderNumber: string
}

/** The outcome of one operation. `unknown`: the provider did not answer, or not unambiguously. */
type Outcome =
  | { status: 'done'; providerOperationId: string | null }
  | { status: 'refused'; problem: string }
  | { status: 'unknown'; problem: string }

/**
 * Performs the operations of a payment that are not performed yet, oldest first. Stops at the first whose outcome
 * stays unknown; `reconcileOperations` continues.
 */
export async function performOperations(
  services: PerformServices,
  actor: Actor,
  attemptId: number,
): Promise<'performed' | 'waiting'> {
  for (;;) {
    const operation = await nextOperation(services.db, attemptId)
    if (!operation) return 'performed'
    const provider = services.providers[operation.store][operation.provider]
    const outcome: Outcome = provider
      ? await perform(services, provider, operation)
      : { status: 'unknown', problem: 'provider_not_configured' }
    await record(services, actor, operation, outcome)
    if (outcome.status === 'unknown') return 'waiting'
  }
}

/** Both columns have a value in every operation that is to be performed. */
type OperationRow = Omit<PendingOperation, 'request' | 'providerOrderId'> & {
  request: StoredRequest | null
  providerOrderId: string | null
}

async function nextOperation(db: Kysely<DB>, attemptId: number): Promise<PendingOperation | null> {
  const { rows } = await sql<OperationRow>`
    select p.id, p.attempt_id as "attemptId", p.kind, p.amount_minor as "amountMinor", p.request, p.tries, p.retries,
      p.idempotency_key as "idempotencyKey", a.provider, a.provider_order_id as "providerOrderId", a.currency,
      a.store, o.number as "orderNumber"
    from payment_operation p join payment_attempt a on a.id = p.attempt_id join orders o on o.id = a.order_id
    where p.attempt_id = ${attemptId} and p.status in ('sent', 'unknown') order by p.id limit 1`.execute(db)
  const [row] = rows
  if (!row) return null
  const { request, providerOrderId } = row
  if (!request || providerOrderId === null) throw new Error(`payment operation ${row.id} is not complete`)
  return { ...row, request, providerOrderId }
}

async function perform(
  { db }: PerformServices,
  provider: PaymentProvider,
  operation: PendingOperation,
): Promise<Outcome> {
  if (operation.tries > 0) {
    const outcome = await readOutcome(db, provider, operation)
    if (outcome) return outcome
  }
  // Committed before the call: after a crash during it the record is read first.
  await db
    .updateTable('payment_operation')
    .set((eb) => ({ tries: eb('tries', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', operation.id)
    .execute()
  const { kind, amountMinor, request } = operation
  const idempotencyKey = providerKey(operation)
  return outcomeOf(await askProvider(provider, operation, { kind, amountMinor, idempotencyKey, ...request }))
}

function outcomeOf(answer: OperationAnswer): Outcome {
  if (answer.ok)
    return answer.state === 'done'
      ? { status: 'done', providerOperationId: answer.providerOperationId }
      : { status: 'unknown', problem: 'accepted' }
  switch (answer.code) {
    case 'provider_unavailable':
      return { status: 'unknown', problem: answer.code }
    case 'refused':
      return { status: 'refused', problem: answer.reason }
    case 'unknown_payment':
    case 'read_only':
      return { status: 'refused', problem: answer.code }
  }
}

/**
 * The outcome of an operation that was sent before, by the provider's record. Null: the record shows nothing of it,
 * or has no such sums; it is sent again under the same key.
 */
async function readOutcome(
  db: Kysely<DB>,
  provider: PaymentProvider,
  { attemptId, kind, amountMinor, providerOrderId }: PendingOperation,
): Promise<Outcome | null> {
  if (kind === 'cancel') return null
  const record = await provider.retrieve(providerOrderId)
  if (!record.ok)
    return record.code === 'unknown_payment' ? null : { status: 'unknown', problem: 'provider_unavailable' }
  const recordedMinor = kind === 'capture' ? record.capturedMinor : record.refundedMinor
  if (recordedMinor === undefined) return null
  const { rows } = await sql<{ beforeMinor: Minor }>`
    select coalesce(sum(amount_minor), 0)::bigint as "beforeMinor" from payment_operation
    where attempt_id = ${attemptId} and kind = ${kind} and status = 'done'`.execute(db)
  const { beforeMinor } = rows[0]!
  if (recordedMinor >= beforeMinor + amountMinor) return { status: 'done', providerOperationId: null }
  if (recordedMinor === beforeMinor) return null
  return { status: 'unknown', problem: 'sums_differ' }
}

const events: Record<OperationKind, Record<'done' | 'refused', OrderEventKind>> = {
  capture: { done: 'captured', refused: 'capture-refused' },
  refund: { done: 'refund-paid', refused: 'refund-refused' },
  cancel: { done: 'released', refused: 'release-refused' },
}

async function record(
  { db, jobs, providers, clock, log }: PerformServices,
  actor: Actor,
  operation: PendingOperation,
  outcome: Outcome,
): Promise<void> {
  const { id, kind, attemptId, amountMinor, orderNumber, idempotencyKey } = operation
  const { status } = outcome
  await audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, orderNumber)
    if (!order) throw new Error(`there is no order ${orderNumber}`)
    const updated = await trx
      .updateTable('payment_operation')
      .set({
        status,
        updated_at: sql<Date>`now()`,
        ...(status === 'done' && { provider_operation_id: outcome.providerOperationId }),
        problem: status === 'done' ? null : outcome.problem,
      })
      .where('id', '=', id)
      .where('status', 'in', ['sent', 'unknown'])
      .executeTakeFirst()
    // Another worker recorded it meanwhile.
    if (updated.numUpdatedRows === 0n || status === 'unknown') return
    if (status === 'done') await applyOperation(trx, attemptId, { kind, ...operation.request })
    await recordOrderEvent(trx, order.id, {
      kind: events[kind][status],
      from: order.status,
      to: order.status,
      actor,
      data: { amountMinor, ...(status === 'refused' && { problem: outcome.problem }) },
    })
    // Also after a refund that was refused: Stripe refunds nothing while a part is only authorized.
    if (kind === 'refund' || (kind === 'capture' && status === 'done'))
      await releaseRest({ db: trx, jobs, providers }, orderNumber)
    if (status === 'refused' && kind === 'capture')
      await reportPaymentProblem({ db: trx, jobs, clock }, order.id)
    if (status === 'refused' && kind === 'refund')
      await reportRefundProblem({ db: trx, jobs, clock }, order.id, idempotencyKey)
  })
  if (status !== 'done')
    log.warn(
      { order: orderNumber, operation: kind, status, problem: outcome.problem },
      'a payment operation was not performed',
    )
}

/**
 * Releases what is authorized beyond the captures of an order that has left completely. Not before every capture is
 * performed: one that was refused may be sent again.
 */
export async function releaseRest(
  services: Pick<PerformServices, 'db' | 'jobs' | 'providers'>,
  orderNumber: string,
): Promise<void> {
  const order = await lockOrder(services.db, orderNumber)
  const { attempt } = order ?? {}
  if (!order || !attempt || (order.status !== 'shipped' && order.status !== 'delivered')) return
  const { captureMinor, pending, refusedCaptures } = await operationSums(services.db, attempt.id)
  if (pending > 0 || refusedCaptures > 0 || captureMinor >= attempt.amountMinor) return
  if (await wasReleased(services.db, attempt.id)) return
  await requestOperation(
    services,
    { ...order, attempt },
    {
      kind: 'cancel',
      amountMinor: subtractMinor(attempt.amountMinor, captureMinor),
      idempotencyKey: releaseKey(attempt.id),
      lines: [],
      attempt: attempt.status,
    },
  )
}

const releaseKey = (attemptId: number): string => `release-${attemptId}`

async function wasReleased(trx: Kysely<DB>, attemptId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_operation')
    .select('id')
    .where('idempotency_key', '=', releaseKey(attemptId))
    .executeTakeFirst()
  return row !== undefined
}

/** An operation without an answer is looked at again after this time. */
const resolvedAfterSeconds = 60

/**
 * Resolves operations whose outcome is unknown, or whose job was lost, at most 200 payments, oldest first. A
 * failure does not stop the others. Returns how many payments were resolved and how many still wait.
 */
export async function reconcileOperations(
  services: PerformServices,
  actor: Actor,
): Promise<{ resolved: number; waiting: number }> {
  const { rows } = await sql<{ attemptId: number }>`
    select attempt_id as "attemptId" from payment_operation
    where status in ('sent', 'unknown') and updated_at < now() - make_interval(secs => ${resolvedAfterSeconds})
    group by attempt_id order by min(updated_at) limit 200`.execute(services.db)
  const report = { resolved: 0, waiting: 0 }
  for (const { attemptId } of rows) {
    try {
      const outcome = await performOperations(services, actor, attemptId)
      report[outcome === 'performed' ? 'resolved' : 'waiting']++
    } catch (error) {
      report.waiting++
      services.log.warn({ attemptId, err: error }, 'a payment operation could not be resolved')
    }
  }
  return report
}
