/**
 * Refunds above the store's limit take two people (decision 91): one asks for the refund, another one approves or
 * rejects it. The approval books exactly what was asked for, in the same transaction.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { dryRun } from '../audit/dry-run.server.ts'
import { noJobs } from '../jobs/job-queue.ts'
import { audited } from '../audit/audited.server.ts'
import type { Actor } from '../audit/actor.ts'
import type { Minor } from '../money/money.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { refundOrder, type RefundOrderAnswer } from './refund-order.server.ts'
import type { RefundInput, RefundServices } from './refund-locked.server.ts'
import type { RefundReason } from './refund.ts'
import type { StoredRefund } from './refund-repository.server.ts'

export type RefundRequestStatus = 'open' | 'approved' | 'rejected'

export interface RefundRequestEntry {
  id: number
  amountMinor: Minor
  reason: RefundReason
  status: RefundRequestStatus
  requestedById: number
  /** Names of staff. */
  requestedBy: string
  requestedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  rejection: string | null
}

type Refusal<Code extends string> = { ok: false; code: Code }
type RefundRefused = Extract<RefundOrderAnswer, { ok: false }>

export type RequestRefund =
  | { ok: true; id: number; amountMinor: Minor }
  | RefundRefused
  /** `already_requested`: another request of the order is open. `below_limit`: one person may book it. */
  | Refusal<'already_requested' | 'below_limit'>

/** Asks another person to approve a refund. It must be possible now; nothing is reserved by it. */
export async function requestRefund(
  services: RefundServices,
  actor: Actor,
  { number, staffId, ...input }: RefundInput & { number: string; staffId: number },
): Promise<RequestRefund> {
  const { db, clock } = services
  const tried = (isApproved: boolean) =>
    dryRun(db, (trx) =>
      refundOrder({ ...services, db: trx, jobs: noJobs }, actor, {
        ...input,
        number,
        isApproved,
        isSteppedUp: true,
      }),
    )
  const [alone, approved] = [await tried(false), await tried(true)]
  if (alone.ok) return { ok: false, code: 'below_limit' }
  if (!approved.ok) return approved
  const { amountMinor } = approved.refund
  return audited(db, actor, async (trx, record): Promise<RequestRefund> => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order', uuid: null }
    const { rows } = await sql<{ id: number }>`insert into refund_request
        (order_id, requested_by, refund, idempotency_key, amount_minor, requested_at)
      values (${order.id}, ${staffId}, ${JSON.stringify({ request: input.request, reason: input.reason, withdrawal: input.withdrawal })}::jsonb,
        ${input.idempotencyKey}, ${amountMinor}, ${new Date(clock())})
      on conflict do nothing returning id`.execute(trx)
    const id = rows[0]?.id
    if (id === undefined) return { ok: false, code: 'already_requested' }
    const after = { request: id, amountMinor, reason: input.reason }
    record({ action: 'order.request_refund', object: ['order', number], store: order.snapshot.store, after })
    return { ok: true, id, amountMinor }
  })
}

export type DecideRefund =
  /** `refund` is null where the request was rejected. */
  | { ok: true; refund: StoredRefund | null }
  | RefundRefused
  | Refusal<'unknown_request' | 'already_done' | 'own_request'>

/** Approves a request, which books its refund, or rejects it with a reason. Never by the person who asked. */
export async function decideRefundRequest(
  services: RefundServices,
  actor: Actor,
  decision: { number: string; id: number; staffId: number; isSteppedUp: boolean; rejection: string | null },
): Promise<DecideRefund> {
  const { number, id, staffId, isSteppedUp, rejection } = decision
  return audited(services.db, actor, async (trx, record, rollBack): Promise<DecideRefund> => {
    const order = await lockOrder(trx, number)
    const request = order && (await lockRequest(trx, { orderId: order.id, id }))
    if (!order || !request) return { ok: false, code: 'unknown_request' }
    if (request.status !== 'open') return { ok: false, code: 'already_done' }
    if (request.requestedBy === staffId) return { ok: false, code: 'own_request' }
    await trx
      .updateTable('refund_request')
      .set({
        status: rejection === null ? 'approved' : 'rejected',
        decided_by: staffId,
        decided_at: new Date(services.clock()),
        rejection,
      })
      .where('id', '=', id)
      .execute()
    record({
      action: rejection === null ? 'order.approve_refund' : 'order.reject_refund',
      object: ['order', number],
      store: order.snapshot.store,
      after: { request: id, amountMinor: request.amountMinor },
      reason: rejection,
    })
    if (rejection !== null) return { ok: true, refund: null }
    const { idempotencyKey, refund } = request
    const input = { ...refund, idempotencyKey, number, isApproved: true, isSteppedUp }
    const booked = await refundOrder({ ...services, db: trx }, actor, input)
    // The refund is not possible any more: the request stays open.
    if (!booked.ok) return rollBack(booked)
    return { ok: true, refund: booked.refund }
  })
}

interface LockedRequest {
  status: RefundRequestStatus
  requestedBy: number
  idempotencyKey: string
  amountMinor: Minor
  refund: Pick<RefundInput, 'request' | 'reason' | 'withdrawal'>
}

async function lockRequest(
  trx: Kysely<DB>,
  { orderId, id }: { orderId: number; id: number },
): Promise<LockedRequest | undefined> {
  const { rows } = await sql<LockedRequest>`select status, requested_by as "requestedBy",
      idempotency_key as "idempotencyKey", amount_minor as "amountMinor", refund
    from refund_request where order_id = ${orderId} and id = ${id} for update`.execute(trx)
  return rows[0]
}

/** Of an order, oldest first. */
export async function refundRequestsOf(db: Kysely<DB>, orderId: number): Promise<RefundRequestEntry[]> {
  const { rows } = await sql<RefundRequestEntry>`select r.id, r.amount_minor as "amountMinor",
      r.refund ->> 'reason' as reason, r.status, r.requested_by as "requestedById", a.name as "requestedBy",
      r.requested_at as "requestedAt", d.name as "decidedBy", r.decided_at as "decidedAt", r.rejection
    from refund_request r join staff a on a.id = r.requested_by left join staff d on d.id = r.decided_by
    where r.order_id = ${orderId} order by r.id`.execute(db)
  return rows
}
