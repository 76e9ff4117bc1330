/** Ends the declarations of withdrawal whose money is back: a refund ends them, and so does the cancellation of the order. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderById } from '../orders/order-repository.server.ts'
import { readOrderUnits } from '../shipments/order-units.server.ts'
import { setWithdrawalDone, withdrawalsOf, type StoredWithdrawal } from './withdrawal-repository.server.ts'
import { isWithdrawalRefunded } from './withdrawal.ts'

/**
 * Closes the open declarations of an order that are refunded now. One in the buyer's own words, whose units cannot be
 * counted, is closed by the refund that was made for it (`madeFor`), or once all of the order is refunded. The caller's
 * transaction has locked the order.
 */
export async function endWithdrawals(
  { db: trx, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  orderId: number,
  madeFor: StoredWithdrawal['id'] | null = null,
): Promise<void> {
  const open = (await withdrawalsOf(trx, orderId)).filter(({ doneAt }) => doneAt === null)
  if (open.length === 0) return
  await audited(trx, actor, async (inside, record) => {
    for (const withdrawal of open) {
      const { id, goods, items, store } = withdrawal
      const isInWords = items.length === 0 && goods !== ''
      const asked = isInWords && id !== madeFor ? { ...withdrawal, goods: '' } : withdrawal
      if (!(await isRefunded(inside, orderId, asked))) continue
      const doneAt = new Date(clock())
      await setWithdrawalDone(inside, id, { doneAt })
      record({
        action: 'withdrawal.close',
        object: ['withdrawal', id],
        store,
        after: { doneAt: doneAt.toISOString() },
      })
    }
  })
}

/** Whether the money of a declaration was paid back; an order that was cancelled has nothing left to pay. */
export async function isRefunded(
  trx: Kysely<DB>,
  orderId: number,
  declared: StoredWithdrawal,
): Promise<boolean> {
  const order = await findOrderById(trx, orderId)
  if (order?.status === 'cancelled') return true
  const lines = await readOrderUnits(trx, orderId)
  const others = await withdrawalsOf(trx, orderId)
  const { rows } = await sql<{ since: boolean }>`select exists (select from refund
    where order_id = ${orderId} and recorded_at >= ${declared.declaredAt}) as since`.execute(trx)
  return isWithdrawalRefunded(declared, {
    lines: lines
      .filter(({ kind }) => kind !== 'fee')
      .map(({ sku, ordered, cancelled, returned }) => ({
        sku,
        quantity: ordered,
        refunded: cancelled + returned,
      })),
    closed: others.filter(
      ({ id, doneAt, rejection }) => id !== declared.id && doneAt !== null && rejection === null,
    ),
    wasRefundedSince: rows[0]?.since ?? false,
  })
}
