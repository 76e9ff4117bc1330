/** Packing and delivery of an order, reported by staff while no carrier does. Shipping is `shipOrder`. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder } from './lock-order.server.ts'
import { canMove, type OrderStatus } from './order-states.ts'
import { transitionOrder } from './transition-order.server.ts'

/** The statuses that staff can set. */
export const fulfilments = ['processing', 'delivered'] as const
export type Fulfilment = (typeof fulfilments)[number]

export type MoveAnswer =
  /** `already`: it had that status before; nothing changed. */
  | { ok: true; already: boolean }
  | { ok: false; code: 'unknown_order' }
  | { ok: false; code: 'wrong_status'; status: OrderStatus }

/** Moves the order with a number. Idempotent. */
export async function moveOrder(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  number: string,
  to: Fulfilment,
): Promise<MoveAnswer> {
  return audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    const { status } = order
    if (status === to) return { ok: true, already: true }
    if (!canMove(status, to)) return { ok: false, code: 'wrong_status', status }
    await transitionOrder(trx, order, {
      to,
      event: to,
      actor,
      deliveredAt: to === 'delivered' ? new Date(clock()) : null,
    })
    return { ok: true, already: false }
  })
}
