/** Lets modules close what a refund or a cancellation has settled, in its transaction. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { refundPartsOfModules } from '../../modules/refund-parts.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderById } from '../orders/order-repository.server.ts'
import { readOrderUnits } from '../shipments/order-units.server.ts'

/** The lines of an order as the parts count them: its goods and gift cards, with the units that were refunded. */
export async function readRefundedLines(db: Kysely<DB>, orderId: number) {
  const lines = await readOrderUnits(db, orderId)
  return lines
    .filter(({ kind }) => kind !== 'fee')
    .map(({ sku, ordered, cancelled, returned }) => ({
      sku,
      quantity: ordered,
      refunded: cancelled + returned,
    }))
}

/** `withdrawal`: the declaration that the refund was made for. The caller's transaction has locked the order. */
export async function tellRefundParts(
  { db: trx, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  orderId: number,
  withdrawal: number | null = null,
): Promise<void> {
  await audited(trx, actor, async (inside, record) => {
    const order = {
      id: orderId,
      withdrawal,
      now: new Date(clock()),
      read: async () => ({
        isCancelled: (await findOrderById(inside, orderId))?.status === 'cancelled',
        lines: await readRefundedLines(inside, orderId),
      }),
    }
    for (const { refunded } of refundPartsOfModules) await refunded(inside, order, record)
  })
}
