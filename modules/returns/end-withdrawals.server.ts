/** Ends the declarations of withdrawal whose money is back: a refund ends them, and so does the cancellation of the order. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { RecordedByModule, RefundedOrder } from '../refund-parts.server.ts'
import { setWithdrawalDone, withdrawalsOf, type StoredWithdrawal } from './withdrawal-repository.server.ts'
import { isWithdrawalRefunded } from './withdrawal.ts'

/**
 * Closes the open declarations of an order that are refunded now. One in the buyer's own words, whose units cannot be
 * counted, is closed by the refund that was made for it, or once all of the order is refunded. The caller's transaction has
 * locked the order.
 */
export async function endWithdrawals(
  trx: Kysely<DB>,
  order: RefundedOrder,
  record: (entry: RecordedByModule) => void,
): Promise<void> {
  const open = (await withdrawalsOf(trx, order.id)).filter(({ doneAt }) => doneAt === null)
  for (const withdrawal of open) {
    const { id, goods, items, store } = withdrawal
    const isInWords = items.length === 0 && goods !== ''
    const asked = isInWords && id !== order.withdrawal ? { ...withdrawal, goods: '' } : withdrawal
    if (!(await isRefunded(trx, order, asked))) continue
    const doneAt = order.now
    await setWithdrawalDone(trx, id, { doneAt })
    record({
      action: 'withdrawal.close',
      object: ['withdrawal', id],
      store,
      after: { doneAt: doneAt.toISOString() },
    })
  }
}

/** Whether the money of a declaration was paid back; an order that was cancelled has nothing left to pay. */
export async function isRefunded(
  trx: Kysely<DB>,
  { id: orderId, read }: Pick<RefundedOrder, 'id' | 'read'>,
  declared: StoredWithdrawal,
): Promise<boolean> {
  const { isCancelled, lines } = await read()
  if (isCancelled) return true
  const others = await withdrawalsOf(trx, orderId)
  const { rows } = await sql<{ since: boolean }>`select exists (select from refund
    where order_id = ${orderId} and recorded_at >= ${declared.declaredAt}) as since`.execute(trx)
  return isWithdrawalRefunded(declared, {
    lines,
    closed: others.filter(
      ({ id, doneAt, rejection }) => id !== declared.id && doneAt !== null && rejection === null,
    ),
    wasRefundedSince: rows[0]?.since ?? false,
  })
}
