/**
 * Settles a payment. Called by redirect, callback, poller and staff, any number of times. The provider's
 * record is read first and without a lock; then one short transaction re-reads the order, decides, and writes
 * status, history, mail and stock together. It never cancels a payment; an order that does not match is held.
 */
import { subtractMinor, zeroMinor, type Minor } from '../money/money.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import type { OrderAddress, OrderLine } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import { decidePayment, isLostAfterAcceptance, type PaymentDecision } from './decide-payment.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import { operationSums, requestOperation } from './payment-operations.server.ts'
import type { PaymentProviders, PaymentRecord, PaymentReference, PaymentState } from './payment-provider.ts'
import { reportPaymentProblem } from './payment-problems.server.ts'
import { saveMethod } from './saved-methods.server.ts'
import { settlementData, settlementOf } from './settlement.ts'
import type { WarningLog } from '../log/warning-log.ts'

export interface FinalizeServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'order-mail' | 'payment-operation'>
  clock: () => number
  log: WarningLog
}

export type FinalizeAnswer =
  | {
      ok: true
      orderId: number
      checkoutId: string
      number: string
      accessToken: string
      status: OrderStatus
      /** The payment's state as its provider records it. */
      paymentState: PaymentState
      problem: string | null
    }
  /** No payment with that id is known, here or at the provider; a callback about it is stored and retried. */
  | { ok: false; code: 'unknown_payment' | 'provider_unavailable' | 'no_order_yet' }

/** Settles a payment. Idempotent and safe to run concurrently. */
export async function finalizePayment(
  services: FinalizeServices,
  actor: Actor,
  payment: PaymentReference,
): Promise<FinalizeAnswer> {
  const { db } = services
  const { store, provider, providerOrderId } = payment
  const adapter = services.providers[store][provider]
  if (providerOrderId === '') return { ok: false, code: 'unknown_payment' }
  // This process does not have the provider: its module is new or gone, or its account could not be opened. The payment may
  // have been made all the same.
  if (!adapter) return { ok: false, code: 'provider_unavailable' }
  const record = await adapter.retrieve(providerOrderId)
  if (!record.ok)
    return { ok: false, code: record.code === 'unknown_payment' ? 'unknown_payment' : 'provider_unavailable' }
  if (record.providerOrderId !== providerOrderId)
    throw new Error(`${provider} answered another payment than the one asked for`)
  return audited(db, actor, (trx) => settle(services, trx, payment, record, actor))
}

interface LockedPayment {
  attempt_id: number
  provider: PaymentProviderId | 'none'
  attempt_status: AttemptStatus
  was_authorized: boolean
  captured_minor: Minor
  /** What the order says. */
  amount_minor: Minor
  currency: string
  snapshot_hash: string
  order_id: number
  number: string
  status: OrderStatus
  access_token: string
  lines: OrderLine[]
  address: OrderAddress
  checkout_id: string
  /** The checkout's active order, which may be a later one. */
  live_order_id: number | null
}

async function settle(
  services: FinalizeServices,
  trx: Kysely<DB>,
  { store, provider, providerOrderId }: PaymentReference,
  record: PaymentRecord,
  actor: Actor,
): Promise<FinalizeAnswer> {
  // The order is locked before its attempt, as in `lockOrder`, to avoid a deadlock.
  await sql`/* plan: lock-order */
    select 1 from orders where id = (select order_id from payment_attempt
      where provider = ${provider} and provider_order_id = ${providerOrderId} and store = ${store}) for update`.execute(
    trx,
  )
  const { rows } = await sql<LockedPayment>`/* plan: lock-payment */
    select a.id as attempt_id, a.provider, a.status as attempt_status, a.captured_minor, a.snapshot_hash, o.currency,
      coalesce((o.snapshot->>'payableMinor')::bigint, o.total_minor) as amount_minor,
      exists (select from order_event e where e.order_id = o.id and e.kind = 'payment'
        and e.data->>'attempt' in ('authorized', 'mismatch')) as was_authorized,
      o.id as order_id, o.number, o.status, o.access_token, o.snapshot->'lines' as lines,
      coalesce(o.snapshot->'recipient', o.snapshot->'address') as address,
      c.id as checkout_id, c.order_id as live_order_id
    from payment_attempt a join orders o on o.id = a.order_id join checkout c on c.id = a.checkout_id
    where a.provider = ${provider} and a.provider_order_id = ${providerOrderId} and a.store = ${store}
    for update of a`.execute(trx)
  const payment = rows[0]
  if (!payment) return noOrder(trx, { store, provider, providerOrderId })
  const known = {
    orderNumber: payment.number,
    orderStatus: payment.status,
    attemptStatus: payment.attempt_status,
    wasAuthorized: payment.was_authorized,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    snapshotHash: payment.snapshot_hash,
    address: payment.address,
  }
  // Before the order is received: that starts the renewals that are paid with it.
  if (record.savedMethod) await saveMethod(trx, payment.attempt_id, record.savedMethod, services.clock())
  let decision = decidePayment(known, record)
  const superseded = payment.live_order_id !== null && payment.live_order_id !== payment.order_id
  // The shopper has another order of this checkout by now: this one cannot be revived.
  if (decision.order === 'held' && superseded) decision = { ...decision, order: null }
  await write({ ...services, db: trx }, payment, record, decision, actor)
  if (
    record.state === 'authorized' &&
    payment.status === 'cancelled' &&
    decision.attempt !== payment.attempt_status
  )
    await releaseLate({ ...services, db: trx }, payment.number)
  if (isLostAfterAcceptance(known, record)) await reportLost({ ...services, db: trx }, payment, record, actor)
  if (decision.problem && decision.attempt !== payment.attempt_status)
    services.log.warn(
      { order: payment.number, problem: decision.problem },
      'a payment does not fit its order',
    )
  return {
    ok: true,
    orderId: payment.order_id,
    checkoutId: payment.checkout_id,
    number: payment.number,
    accessToken: payment.access_token,
    status: decision.order ?? payment.status,
    paymentState: record.state,
    problem: decision.problem,
  }
}

/**
 * Releases an authorization that came after its order was cancelled: a purchase that was approved before, or in a
 * payment that its provider could not end.
 */
async function releaseLate(services: FinalizeServices, number: string): Promise<void> {
  const order = await lockOrder(services.db, number)
  const { attempt } = order ?? {}
  if (!order || !attempt) return
  const { pending } = await operationSums(services.db, attempt.id)
  // A release that is to be performed finds the authorization.
  if (pending > 0) return
  await requestOperation(
    services,
    { ...order, attempt },
    {
      kind: 'cancel',
      amountMinor: attempt.amountMinor,
      idempotencyKey: `cancel-late-${attempt.id}`,
      lines: [],
      attempt: 'cancelled',
    },
  )
}

/** The authorization of an accepted order ended before anything was shipped. Recorded once per order. */
async function reportLost(
  services: FinalizeServices,
  { order_id: id, number, status }: LockedPayment,
  { state }: PaymentRecord,
  actor: Actor,
): Promise<void> {
  if (!(await reportPaymentProblem(services, id))) return
  const data = { payment: state }
  await recordOrderEvent(services.db, id, { kind: 'payment-lost', from: status, to: status, actor, data })
  services.log.warn({ order: number, payment: state }, 'the payment of an accepted order was lost')
}

async function noOrder(
  trx: Kysely<DB>,
  { store, provider, providerOrderId }: PaymentReference,
): Promise<FinalizeAnswer> {
  const { rows } = await sql`select 1 from payment_attempt
    where provider = ${provider} and provider_order_id = ${providerOrderId} and store = ${store}`.execute(trx)
  return { ok: false, code: rows.length > 0 ? 'no_order_yet' : 'unknown_payment' }
}

/** What the provider has captured and not refunded, where it decides about the order; else 0. */
function capturedOf(
  { state, capturedMinor, refundedMinor, amountMinor }: PaymentRecord,
  attempt: AttemptStatus,
  { attempt_status: before, amount_minor: ofOrder }: LockedPayment,
): Minor {
  if (attempt === 'captured') return before === 'captured' ? zeroMinor : (capturedMinor ?? ofOrder)
  if (attempt !== 'mismatch' || !['captured', 'part_refunded', 'refunded'].includes(state)) return zeroMinor
  const captured = capturedMinor ?? amountMinor
  return subtractMinor(captured, refundedMinor ?? (state === 'refunded' ? captured : zeroMinor))
}

/** Whether the provider has taken money, unknown before, for an order that the shop will not deliver: staff give it back. */
function isUnclaimed({ attempt_status: before, status }: LockedPayment, { state }: PaymentRecord): boolean {
  const isDead = status === 'payment_failed' || status === 'cancelled'
  const isTaken = state === 'captured' || state === 'part_refunded'
  return isDead && isTaken && !['captured', 'part_refunded', 'refunded'].includes(before)
}

async function write(
  { db: trx, jobs, clock }: FinalizeServices,
  payment: LockedPayment,
  record: PaymentRecord,
  { attempt, order: to, problem }: PaymentDecision,
  actor: Actor,
): Promise<void> {
  const capturedMinor = capturedOf(record, attempt, payment)
  const isNew = capturedMinor > payment.captured_minor || attempt !== payment.attempt_status
  if (isNew || to !== null)
    await trx
      .updateTable('payment_attempt')
      .set((eb) => ({
        status: attempt,
        updated_at: sql<Date>`now()`,
        // Part of an order may have been captured by a shipment before this record was read.
        captured_minor: eb.fn<Minor>('greatest', ['captured_minor', eb.val(capturedMinor)]),
        ...(record.means && { means: JSON.stringify(record.means) }),
        ...(to === null && isUnclaimed(payment, record) && { unclaimed_at: sql<Date>`now()` }),
        // An order that is held or goes on has its money.
        ...(to !== null && { unclaimed_at: null }),
        // A payment that does not match is refunded as it was captured.
        ...(attempt === 'mismatch' &&
          capturedMinor > 0 && {
            amount_minor: eb.fn<Minor>('greatest', ['amount_minor', eb.val(capturedMinor)]),
            currency: record.currency.toUpperCase(),
          }),
      }))
      .where('id', '=', payment.attempt_id)
      .execute()
  if (attempt === payment.attempt_status && to === null) return
  const order = { id: payment.order_id, status: payment.status }
  if (to === null) {
    const { id, status } = order
    const data = settlementData(attempt, problem)
    return recordOrderEvent(trx, id, { kind: 'payment', from: status, to: status, actor, data })
  }
  const { data, mails, at, paidAt } = settlementOf({ attempt, order: to, problem }, payment, clock())
  await transitionOrder(trx, order, {
    to,
    event: 'payment',
    actor,
    data,
    finalizedAt: at,
    paidAt,
    mails: { jobs, kinds: mails },
  })
}
