/**
 * Cancels an order before any of it is shipped: its stock, its coupon uses and its gift card payments are
 * released, the authorisation at the provider is released, and collected money is refunded. All of it in one
 * transaction; another company is asked after its commit.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { endSoldCards } from '../gift-cards/gift-card-repository.server.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { canMove } from '../orders/order-states.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import { operationSums } from '../payments/payment-operations.server.ts'
import { unitsOfOrder } from '../shipments/order-units.ts'
import { isAnythingShipped } from '../shipments/shipment-repository.server.ts'
import { lockBeforeCancelling, releasePayment } from './end-order.server.ts'
import { exchangeLimitRefusal, type RefundLimitRefusal } from './refund-limit.server.ts'
import {
  bookRefund,
  isPrepaidInvoice,
  RefundRefused,
  type RefundRefusal,
  type RefundServices,
} from './refund-locked.server.ts'
import { tellRefundParts } from './tell-refund-parts.server.ts'
import { refundsOf, type StoredRefund } from './refund-repository.server.ts'

/**
 * Why an order is not cancelled: it is cancelled already, it is shipped or completed, or its payment cannot
 * be returned. That of an exchange may be above the limit of one person.
 */
export type CancelRefusal = RefundRefusal['code'] | RefundLimitRefusal | 'already_cancelled' | 'too_late'

export type CancelAnswer =
  /** `refund`: the refund of what had been collected. */
  { ok: true; refund: StoredRefund | null } | { ok: false; code: CancelRefusal }

/** The reason as a cancelled order's history and its buyer's mail name it. */
export interface Cancellation {
  event: 'cancelled' | 'rejected' | 'expired'
  /** Codes only. */
  data?: Record<string, string>
  /** The person has confirmed by passkey or authenticator app. */
  isSteppedUp?: boolean
}

/** Cancels; refused for an order that is shipped, and where a gift card it bought has been used. */
export async function cancelOrder(
  services: RefundServices,
  actor: Actor,
  number: string,
  { isSteppedUp = false }: Pick<Cancellation, 'isSteppedUp'> = {},
): Promise<CancelAnswer> {
  return inCancellation(services, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    if (order.status === 'cancelled') return { ok: false, code: 'already_cancelled' }
    if (!canMove(order.status, 'cancelled') || (await isAnythingShipped(trx, order.id)))
      return { ok: false, code: 'too_late' }
    const refund = await cancelLocked(services, actor, trx, order, { event: 'cancelled', isSteppedUp })
    return { ok: true, refund }
  })
}

/**
 * Runs the work in a transaction in which `cancelLocked` may be called; a step that is impossible becomes a
 * refusal.
 */
export async function inCancellation<Answer>(
  { db }: RefundServices,
  actor: Actor,
  work: (trx: Kysely<DB>) => Promise<Answer>,
): Promise<Answer | { ok: false; code: RefundRefusal['code'] | RefundLimitRefusal }> {
  try {
    return await audited(db, actor, work)
  } catch (error) {
    if (error instanceof RefundRefused) return { ok: false, code: error.code }
    throw error
  }
}

/** Cancels a locked order whose status allows it; returns what was refunded. Only within `inCancellation`. */
export async function cancelLocked(
  services: RefundServices,
  actor: Actor,
  trx: Kysely<DB>,
  order: LockedOrder,
  { event, data, isSteppedUp = false }: Cancellation,
): Promise<StoredRefund | null> {
  await lockBeforeCancelling(trx, order.id)
  const refund = await giveMoneyBack({ ...services, db: trx }, actor, order)
  if (refund?.toOriginMinor) {
    const refusal = await exchangeLimitRefusal(trx, actor, order, { isSteppedUp })
    if (refusal !== null) throw new RefundRefused(refusal)
  }
  await transitionOrder(trx, order, {
    to: 'cancelled',
    event,
    actor,
    ...(data && { data }),
    mails: { jobs: services.jobs, kinds: [event] },
  })
  await tellRefundParts({ ...services, db: trx }, actor, order.id)
  return refund
}

/** Collected money is refunded, whatever the payment's status; what is only authorised is released. */
async function giveMoneyBack(
  services: RefundServices,
  actor: Actor,
  order: LockedOrder,
): Promise<StoredRefund | null> {
  const { attempt } = order
  if (!attempt || attempt.status === 'refunded') return null
  const isPaidByExchange = (order.snapshot.exchange?.amountMinor ?? 0) > 0
  const { captureMinor, refundMinor } = await operationSums(services.db, attempt.id)
  const isCollected = attempt.status === 'captured' || attempt.status === 'part_refunded'
  const past = await refundsOf(services.db, order.id)
  const isPrepaid = await isPrepaidInvoice(services.db, order, past)
  if (isCollected || captureMinor > refundMinor || isPaidByExchange || isPrepaid) {
    const request = 'everything'
    const answer = await bookRefund(services, actor, order, {
      request,
      reason: 'cancelled',
      idempotencyKey: 'cancelled',
    })
    if (!answer.ok) throw new RefundRefused(answer.code)
    return answer.refund
  }
  const { lines } = order.snapshot
  const units = unitsOfOrder({ status: order.status, lines }, { shipments: [], refunds: past })
  for (const { uuid, kind } of lines) {
    const { open } = units.get(uuid)!
    if (kind === 'giftCard' && open > 0 && !(await endSoldCards(services.db, order.id, uuid, open)))
      throw new RefundRefused('gift_card_used')
  }
  if (!(await releasePayment(services, order))) throw new RefundRefused('provider_unsupported')
  return null
}
