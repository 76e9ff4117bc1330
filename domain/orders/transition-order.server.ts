/**
 * Moves an order to another status: the only way to do so. The SQL routine writes the status, its event and
 * the consequences of the status: stock, coupon uses, gift cards, the checkout of a failed payment.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import type { Actor } from '../audit/actor.ts'
import { orderActor } from './order-actor.ts'
import type { OrderEventKind } from '../audit/order-event-kinds.ts'
import { canMove, type OrderStatus } from './order-states.ts'

export interface OrderTransition {
  to: OrderStatus
  /** Kind of the history entry. */
  event: OrderEventKind
  actor: Actor
  /** Data of the entry: codes and amounts, never personal data. */
  data?: Record<string, unknown>
  /** Timestamps to set with it; left out or null: unchanged. */
  finalizedAt?: Date | string | null
  paidAt?: Date | string | null
  deliveredAt?: Date | string | null
  /** Mails the order owes its buyer from now on, each kind once; `jobs` sends them. */
  mails?: { jobs: JobQueue<'order-mail'>; kinds: readonly OrderMailKind[] }
}

/**
 * Moves an order that the caller's transaction has locked. Throws where the transition is not allowed;
 * callers that may hit this case check `canMove` first.
 */
export async function transitionOrder(
  trx: Kysely<DB>,
  order: { id: number; status: OrderStatus },
  { to, actor, mails, ...change }: OrderTransition,
): Promise<void> {
  if (!canMove(order.status, to))
    throw new Error(`order ${order.id} cannot move from ${order.status} to ${to}`)
  const written = JSON.stringify({ ...change, actor: orderActor(actor), mails: mails?.kinds ?? [] })
  const { rows } = await sql<{ kind: OrderMailKind }>`/* plan: transition-order */
    select kind from transition_order(${order.id}::bigint, ${to}, ${written}::jsonb) as kind`.execute(trx)
  for (const { kind } of rows) await mails?.jobs.enqueue(trx, 'order-mail', { orderId: order.id, kind })
}
