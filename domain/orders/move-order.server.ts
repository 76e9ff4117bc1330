/** An order on its way: packed, sent, delivered. Staff say so until a carrier does. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { lockOrder } from './lock-order.server.ts'
import { recordOrderEvent } from './order-repository.server.ts'
import { canMove, type OrderStatus } from './order-states.ts'

/** What staff move an order to. */
export const fulfilments = ['processing', 'shipped', 'delivered'] as const
export type Fulfilment = (typeof fulfilments)[number]

export type MoveAnswer =
  /** `already`: it stood there before, and nothing changed. */
  { ok: true; already: boolean } | { ok: false; code: 'unknown_order' } | { ok: false; code: 'wrong_status'; status: OrderStatus } // prettier-ignore

/**
 * Moves an order along; twice is once. `trackingUrl`: the carrier's page about what was sent. What is sent holds no stock any more, what is delivered may be returned.
 */
export async function moveOrder(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  number: string,
  to: Fulfilment,
  { trackingUrl }: { trackingUrl?: string | undefined } = {},
): Promise<MoveAnswer> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    const { id, status } = order
    if (status === to) return { ok: true, already: true }
    if (!canMove(status, to)) return { ok: false, code: 'wrong_status', status }
    const deliveredAt = to === 'delivered' ? new Date(clock()) : null
    await sql`update orders set status = ${to}, delivered_at = ${deliveredAt} where id = ${id}`.execute(trx)
    if (to === 'shipped')
      await sql`update stock_reservation set status = 'consumed'
        where order_id = ${id} and status = 'reserved'`.execute(trx)
    await recordOrderEvent(trx, id, {
      kind: to,
      from: status,
      to,
      ...(trackingUrl && { data: { trackingUrl } }),
    })
    return { ok: true, already: false }
  })
}
