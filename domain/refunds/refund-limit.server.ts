/**
 * The limits of a store on refunds by people (decision 91): above one the person confirms the refund by passkey or
 * app, above the other it takes two people. Jobs, buyers and providers have no limit; they only do what is owed.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { personOf, type Actor } from '../audit/actor.ts'
import { subtractMinor, sumMinor, zeroMinor, type Minor } from '../money/money.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { storePolicies } from '../stores/stores.ts'
import { refundsOf } from './refund-repository.server.ts'

export type RefundLimitRefusal = 'approval_required' | 'step_up_required'

/** What was done for a refund before it is booked. */
export interface RefundChecks {
  /** By a second person, or asked for a preview. */
  isApproved?: boolean
  /** The person has confirmed by passkey or authenticator app; commands cannot, and need not. */
  isSteppedUp?: boolean
}

/**
 * Why a person may not book this refund; null: it may be booked. Asked after the refund was written, in its
 * transaction: the refunds of an order count together, so that parts do not pass. What was never collected is not paid
 * out and does not count. Nor does what stays for an exchange; it counts when the order of the exchange gives it back,
 * for that order and for the one whose payment pays it out.
 */
export async function refundLimitRefusal(
  trx: Kysely<DB>,
  actor: Actor,
  order: LockedOrder,
  { isApproved = false, isSteppedUp = false }: RefundChecks,
): Promise<RefundLimitRefusal | null> {
  const isOfStaff = actor.kind === 'staff' || actor.kind === 'key'
  if (!isOfStaff && actor.kind !== 'cli') return null
  const { refundApprovalAboveMinor: approval, refundStepUpAboveMinor: stepUp } =
    storePolicies[order.snapshot.store]
  const refunds = await refundsOf(trx, order.id)
  const paidOut = sumMinor([
    ...refunds.map(({ amountMinor, exchangedMinor = zeroMinor, uncollectedMinor = zeroMinor }) =>
      subtractMinor(subtractMinor(amountMinor, exchangedMinor), uncollectedMinor),
    ),
    ...(await givenBackByExchanges(trx, order.id)),
  ])
  if (!isApproved && approval !== null && paidOut > approval) return 'approval_required'
  if (isOfStaff && !isSteppedUp && stepUp !== null && paidOut > stepUp) return 'step_up_required'
  const origin = await originOf(trx, order)
  return origin && refundLimitRefusal(trx, actor, origin, { isApproved, isSteppedUp })
}

/**
 * Why a person may not cancel the order of an exchange: what came from the first order is paid out by it. A second
 * person has received or inspected the goods of the return, or cancels.
 */
export async function exchangeLimitRefusal(
  trx: Kysely<DB>,
  actor: Actor,
  order: LockedOrder,
  { isSteppedUp = false }: Pick<RefundChecks, 'isSteppedUp'>,
): Promise<RefundLimitRefusal | null> {
  const origin = await originOf(trx, order)
  if (!origin) return null
  const returnId = order.snapshot.exchange?.returnId ?? ''
  const isApproved = await wasSeenByAnother(trx, actor, { number: origin.number, returnId })
  return refundLimitRefusal(trx, actor, origin, { isApproved, isSteppedUp })
}

/** The order whose goods were exchanged for this one. */
async function originOf(trx: Kysely<DB>, { snapshot }: LockedOrder): Promise<LockedOrder | null> {
  return snapshot.exchange ? lockOrder(trx, snapshot.exchange.orderNumber) : null
}

/** What refunds of the orders of an order's exchanges asked its own payment for. */
async function givenBackByExchanges(trx: Kysely<DB>, orderId: number): Promise<Minor[]> {
  const rows = await trx
    .selectFrom('refund')
    .innerJoin('order_return', 'order_return.exchange_order_id', 'refund.order_id')
    .select('refund.to_origin_minor')
    .where('order_return.order_id', '=', orderId)
    .execute()
  return rows.map((row) => row.to_origin_minor)
}

/**
 * Whether people of staff other than the actor's have received or inspected the goods of the return: they are the second person.
 * Asked of the audit, which has the person; the order's history has none.
 */
export async function wasSeenByAnother(
  trx: Kysely<DB>,
  actor: Actor,
  { number, returnId }: { number: string; returnId: string },
): Promise<boolean> {
  const person = personOf(actor)
  const { rows } = await sql<{ seen: boolean }>`select exists (
    select from audit_entry where object_kind = 'order' and object_id = ${number}
      and action in ('order.return-received', 'order.return-inspected') and after ->> 'return' = ${returnId}
      and actor_kind = 'staff' and (${person}::text is null or actor_id <> ${person}::text)) as seen`.execute(
    trx,
  )
  return rows[0]?.seen === true
}
