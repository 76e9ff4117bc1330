/**
 * The limits of a store on refunds by people (decision 91): above one the person confirms the refund by passkey or
 * app, above the other it takes two people. Jobs, buyers and providers have no limit; they only do what is owed.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { subtractMinor, sumMinor, zeroMinor } from '../money/money.ts'
import type { LockedOrder } from '../orders/lock-order.server.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
import { storePolicies } from '../stores/stores.ts'

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
 * transaction: the refunds of an order count together, so that parts do not pass. What stays for an exchange, or was
 * never collected, is not paid out and does not count.
 */
export async function refundLimitRefusal(
  trx: Kysely<DB>,
  actor: Actor,
  order: LockedOrder,
  { isApproved = false, isSteppedUp = false }: RefundChecks,
): Promise<RefundLimitRefusal | null> {
  if (actor.kind !== 'staff' && actor.kind !== 'cli') return null
  const { refundApprovalAboveMinor: approval, refundStepUpAboveMinor: stepUp } =
    storePolicies[order.snapshot.store]
  const refunds = await refundsOf(trx, order.id)
  const paidOut = sumMinor(
    refunds.map(({ amountMinor, exchangedMinor = zeroMinor, uncollectedMinor = zeroMinor }) =>
      subtractMinor(subtractMinor(amountMinor, exchangedMinor), uncollectedMinor),
    ),
  )
  if (!isApproved && approval !== null && paidOut > approval) return 'approval_required'
  if (actor.kind === 'staff' && !isSteppedUp && stepUp !== null && paidOut > stepUp) return 'step_up_required'
  return null
}

/**
 * Whether staff other than this actor have received or inspected the goods of the return: they are the second person.
 * Asked of the audit, which has the person; the order's history has none.
 */
export async function wasSeenByAnother(
  trx: Kysely<DB>,
  actor: Actor,
  { number, returnId }: { number: string; returnId: string },
): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`select exists (
    select from audit_entry where object_kind = 'order' and object_id = ${number}
      and action in ('order.return-received', 'order.return-inspected') and after ->> 'return' = ${returnId}
      and actor_kind = 'staff' and (${actor.kind} <> 'staff' or actor_id is distinct from ${actor.id})) as seen`.execute(
    trx,
  )
  return rows[0]?.seen === true
}
