/**
 * Records the payment of an invoice. Until then the shop gives credit on products, but not on gift cards:
 * anybody who has a code can spend it, so bought cards are issued and sent only now (docs/decisions/0015).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { lockOrder } from './lock-order.server.ts'
import { addOrderMail, recordOrderEvent } from './order-repository.server.ts'
import { buysGiftCards } from './order-snapshot.ts'
import { isSettled } from './order-states.ts'

export type PaidAnswer =
  /** `cards`: whether gift cards are being sent now. */
  { ok: true; already: boolean; cards: boolean } | { ok: false; code: 'unknown_order' | 'not_owed' }

/** Records that an order's invoice is paid. Idempotent. */
export async function markOrderPaid(
  services: { db: Kysely<DB>; jobs: JobQueue<'order-mail'>; clock: () => number },
  actor: Actor,
  number: string,
): Promise<PaidAnswer> {
  return audited(services.db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    if (!isSettled(order.status)) return { ok: false, code: 'not_owed' }
    if (order.paidAt) return { ok: true, already: true, cards: false }
    await trx
      .updateTable('orders')
      .set({ paid_at: new Date(services.clock()) })
      .where('id', '=', order.id)
      .execute()
    await recordOrderEvent(trx, order.id, { kind: 'paid', from: order.status, to: order.status, actor })
    const cards = buysGiftCards(order.snapshot)
    if (cards) await addOrderMail(trx, services.jobs, order.id, 'gift-cards')
    return { ok: true, already: false, cards }
  })
}
