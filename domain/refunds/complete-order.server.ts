/**
 * Completes an order of which something has left and whose rest was refunded: nothing is left to ship, so it counts as
 * shipped, and as delivered where all its shipments have arrived. What is still authorized of its payment is released.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { canMove } from '../orders/order-states.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import { releaseRest } from '../payments/perform-operations.server.ts'
import { arrivedAt, unshippedUnits } from '../shipments/shipment-part.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import type { RefundServices } from './refund-order.server.ts'
import { refundsOf } from './refund-repository.server.ts'

/**
 * Completes an order that the caller's transaction has locked, if nothing of it is left to ship. Returns whether it did.
 * A buyer who waited for the rest may withdraw and return from now on, not from the earlier delivery.
 */
export async function completeLocked(
  services: RefundServices,
  actor: Actor,
  { id, number, status, snapshot: { lines } }: LockedOrder,
): Promise<boolean> {
  const { db: trx, clock } = services
  if (!canMove(status, 'shipped')) return false
  const shipments = await shipmentsOf(trx, id)
  if (shipments.length === 0) return false
  const refunds = await refundsOf(trx, id)
  if (unshippedUnits(lines, { shipments, refunds }).size > 0) return false
  const data = { refund: refunds.length }
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
 * Completes orders that were left in part, at most 200, oldest first; returns their numbers. Only orders from before
 * refunds did so by themselves. A failure does not stop the others.
 */
export async function completeOrders(
  services: RefundServices & { log: { warn(data: object, message: string): void } },
  actor: Actor,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select o.number from orders o
    where o.status in ('received', 'processing') and exists (select from shipment s where s.order_id = o.id)
      and exists (select from refund r where r.order_id = o.id)
      and not exists (select from order_line l where l.order_id = o.id
        and l.uuid in (select line->>'uuid' from jsonb_array_elements(o.snapshot->'lines') as line
          where line->>'kind' = 'goods')
        and l.quantity > coalesce((select sum(u.quantity) from shipment s join shipment_line u on u.shipment_id = s.id
            where s.order_id = o.id and u.uuid = l.uuid), 0)
          + coalesce((select sum((part->>'quantity')::integer)
            from refund r cross join jsonb_array_elements(r.parts->'lines') as part
            where r.order_id = o.id and part->>'uuid' = l.uuid), 0))
    order by o.placed_at limit 200`.execute(services.db)
  const completed: string[] = []
  for (const { number } of rows) {
    try {
      if (await complete(services, actor, number)) completed.push(number)
    } catch (error) {
      services.log.warn({ order: number, err: error }, 'an order without a rest could not be completed')
    }
  }
  return completed
}

const complete = (services: RefundServices, actor: Actor, number: string): Promise<boolean> =>
  audited(services.db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    return order !== null && completeLocked({ ...services, db: trx }, actor, order)
  })
