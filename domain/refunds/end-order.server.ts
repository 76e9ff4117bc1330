/**
 * Ends an order of which nothing is left to send because the rest was refunded. Where something of it has left it counts as
 * shipped, and as delivered where all its shipments have arrived; otherwise it is cancelled: its stock, its coupon uses and
 * its gift card payments are released. What is still authorized of its payment is released.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { canMove } from '../orders/order-states.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import { operationSums, requestOperation } from '../payments/payment-operations.server.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import { releaseRest } from '../payments/perform-operations.server.ts'
import { isNothingOpen, unitsOfOrder } from '../shipments/order-units.ts'
import { arrivedAt } from '../shipments/shipment-part.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { refundsOf } from './refund-repository.server.ts'

export interface EndServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'order-mail' | 'payment-operation'>
  /** Epoch milliseconds. */
  clock: () => number
}

/**
 * Ends an order that the caller's transaction has locked, if nothing of it is left to send. Returns whether it did. A
 * buyer who waited for the rest may withdraw and return from now on, not from the earlier delivery. An order that is to be
 * cancelled was locked by `lockBeforeCancelling` before anything was written.
 */
export async function endLocked(services: EndServices, actor: Actor, order: LockedOrder): Promise<boolean> {
  const { db: trx, clock } = services
  const { id, number, status, snapshot } = order
  if (!canMove(status, 'shipped') && !canMove(status, 'cancelled')) return false
  const [shipments, refunds] = [await shipmentsOf(trx, id), await refundsOf(trx, id)]
  if (refunds.length === 0) return false
  const units = unitsOfOrder({ status, lines: snapshot.lines }, { shipments, refunds })
  const data = { refund: refunds.length }
  if (shipments.length === 0) {
    if (!isNothingOpen(snapshot.lines, units)) return false
    await transitionOrder(trx, { id, status }, { to: 'cancelled', event: 'cancelled', actor, data })
    if (!(await releasePayment(services, order))) throw new Error(`${number} has no payment provider`)
    return true
  }
  if (!canMove(status, 'shipped') || !isNothingOpen(snapshot.lines, units)) return false
  await transitionOrder(trx, { id, status }, { to: 'shipped', event: 'shipped', actor, data })
  if (arrivedAt(shipments))
    await transitionOrder(
      trx,
      { id, status: 'shipped' },
      { to: 'delivered', event: 'delivered', actor, data, deliveredAt: new Date(clock()) },
    )
  await releaseRest(services, number)
  return true
}

/**
 * Locks what the cancellation of an order writes to besides it, in the lock order of place_order: codes, then gift cards;
 * stock comes after them.
 */
export async function lockBeforeCancelling(trx: Kysely<DB>, orderId: number): Promise<void> {
  await sql`select 1 from coupon where id in (select coupon_id from coupon_use where order_id = ${orderId})
    order by id for update`.execute(trx)
  await sql`select 1 from gift_card
    where id in (select gift_card_id from gift_card_entry where order_id = ${orderId}) order by id for update`.execute(
    trx,
  )
}

/** Releases the payment of a cancelled order of which nothing was captured. False: the store has no such provider. */
export async function releasePayment(services: EndServices, order: LockedOrder): Promise<boolean> {
  const { attempt } = order
  // Of a payment whose id is not known nothing can be asked: `end-unanswered-payments.server.ts` ends it.
  if (!attempt || attempt.providerOrderId === null) return true
  if ((await operationSums(services.db, attempt.id)).captureMinor > 0) return true
  const answer = await requestOperation(
    services,
    { ...order, attempt },
    {
      kind: 'cancel',
      amountMinor: attempt.amountMinor,
      idempotencyKey: `cancel-${attempt.id}`,
      lines: [],
      attempt: 'cancelled',
    },
  )
  // Of a provider that the store no longer has nothing can be asked: an unpaid order ends without it.
  return answer.ok || order.status === 'pending'
}

/**
 * Ends orders of which nothing is left to send, at most 200, oldest first; returns their numbers. Only orders from before
 * refunds did so by themselves. A failure does not stop the others.
 */
export async function endOrders(
  services: EndServices & { log: { warn(data: object, message: string): void } },
  actor: Actor,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select o.number from orders o
    where o.status in ('received', 'processing') and exists (select from refund r where r.order_id = o.id)
      and not exists (select from order_units u where u.order_id = o.id and u.kind <> 'fee' and u.open > 0)
    order by o.placed_at limit 200`.execute(services.db)
  const ended: string[] = []
  for (const { number } of rows) {
    try {
      if (await end(services, actor, number)) ended.push(number)
    } catch (error) {
      services.log.warn({ order: number, err: error }, 'an order without a rest could not be ended')
    }
  }
  return ended
}

const end = (services: EndServices, actor: Actor, number: string): Promise<boolean> =>
  audited(services.db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return false
    await lockBeforeCancelling(trx, order.id)
    return endLocked({ ...services, db: trx }, actor, order)
  })
