/**
 * Held orders that are not accepted: staff reject them, or they expire undecided. Their stock, coupon uses
 * and gift card payments are released as for any cancelled order, and the buyer is notified.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { storeCodes, storePolicies } from '../stores/stores.ts'
import { cancelLocked, inCancellation } from './cancel-order.server.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import type { RefundLimitRefusal } from './refund-limit.server.ts'
import type { RefundRefusal, RefundServices } from './refund-locked.server.ts'
import type { WarningLog } from '../log/warning-log.ts'

/** Why staff reject; stored in the order's history. */
export const rejectReasons = ['credit', 'stock', 'fraud', 'other'] as const
export type RejectReason = (typeof rejectReasons)[number]

export type RejectAnswer =
  /** `already`: it was rejected or cancelled before; nothing changed. */
  | { ok: true; already: boolean }
  | { ok: false; code: RefundRefusal['code'] | RefundLimitRefusal }
  | { ok: false; code: 'not_held'; status: OrderStatus }

/** Rejects the order with that number. Idempotent; a provider's payment is refunded or released. */
export async function rejectOrder(
  services: RefundServices,
  actor: Actor,
  number: string,
  reason: RejectReason,
  { isSteppedUp = false }: { isSteppedUp?: boolean } = {},
): Promise<RejectAnswer> {
  return inCancellation<RejectAnswer>(services, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    if (order.status === 'cancelled') return { ok: true, already: true }
    if (order.status !== 'held') return { ok: false, code: 'not_held', status: order.status }
    await cancelLocked(services, actor, trx, order, { event: 'rejected', data: { reason }, isSteppedUp })
    return { ok: true, already: false }
  })
}

/**
 * Gives up held orders that are older than their store allows, at most 200, oldest first; returns their
 * numbers. Orders with a payment at another company are kept: only staff refund.
 */
export async function expireHeldOrders(
  services: RefundServices & { log: WarningLog },
  actor: Actor,
): Promise<string[]> {
  const before = storeCodes.map(
    (store) => new Date(services.clock() - storePolicies[store].heldOrderDays * 86_400_000),
  )
  const { rows } = await sql<{ number: string }>`
    select o.number from orders o
    join unnest(${[...storeCodes]}::text[], ${before}::timestamptz[]) as due (store, before) on due.store = o.store
    where o.status = 'held' and o.placed_at < due.before and o.payment_provider in ('invoice', 'none')
    order by o.placed_at limit 200`.execute(services.db)
  const expired: string[] = []
  for (const { number } of rows) {
    try {
      if (await expire(services, actor, number)) expired.push(number)
    } catch (error) {
      services.log.warn({ order: number, err: error }, 'a held order could not be expired')
    }
  }
  return expired
}

async function expire(services: RefundServices, actor: Actor, number: string): Promise<boolean> {
  const answer = await inCancellation(services, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (order?.status !== 'held') return { ok: false as const }
    await cancelLocked(services, actor, trx, order, { event: 'expired' })
    return { ok: true as const }
  })
  return answer.ok
}
