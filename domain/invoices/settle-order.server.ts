/**
 * Keeps an order's time of payment in step with the payments of its invoices. Until it is set the shop gives credit on
 * products, but not on gift cards: anybody who has a code can spend it, so bought cards are issued and sent only then
 * (decision 15).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Minor } from '../money/money.ts'
import type { LockedOrder } from '../orders/lock-order.server.ts'
import { addOrderMail, recordOrderEvent } from '../orders/order-repository.server.ts'
import { buysGiftCards } from '../orders/order-snapshot.ts'

export interface SettleServices {
  /** The transaction that has locked the order. */
  db: Kysely<DB>
  jobs: JobQueue<'order-mail'>
  /** Epoch milliseconds. */
  clock: () => number
}

/**
 * Sets the time of payment of an order on invoice once its payments cover what it owes, that is its payment less refunds
 * and less what was cancelled before it was invoiced. Returns whether it was set now.
 */
export async function settleWhenPaid(
  services: SettleServices,
  actor: Actor,
  order: LockedOrder,
): Promise<boolean> {
  if (order.paidAt || order.attempt?.provider !== 'invoice') return false
  const { rows } = await sql<{ paidMinor: Minor; owedMinor: Minor }>`
    select (select coalesce(sum(p.amount_minor), 0)::bigint from invoice i join invoice_payment p on p.invoice_id = i.id
        where i.order_id = a.order_id and p.kind <> 'write_off') as "paidMinor",
      (a.amount_minor - a.refunded_minor - coalesce((select sum(r.uncollected_minor) from refund r
        where r.order_id = a.order_id), 0))::bigint as "owedMinor"
    from payment_attempt a where a.id = ${order.attempt.id}`.execute(services.db)
  const { paidMinor, owedMinor } = rows[0]!
  // An order that was refunded as a whole, without a payment, was not paid.
  if (paidMinor === 0 || paidMinor < owedMinor) return false
  await setPaid(services, actor, order)
  return true
}

/** Records that the whole order is paid; returns whether gift cards are sent now. */
export async function setPaid(
  { db: trx, jobs, clock }: SettleServices,
  actor: Actor,
  { id, status, snapshot }: LockedOrder,
): Promise<boolean> {
  await trx
    .updateTable('orders')
    .set({ paid_at: new Date(clock()) })
    .where('id', '=', id)
    .execute()
  await recordOrderEvent(trx, id, { kind: 'paid', from: status, to: status, actor })
  const cards = buysGiftCards(snapshot)
  if (cards) await addOrderMail(trx, jobs, id, 'gift-cards')
  return cards
}

/** A payment was taken back: the order waits for its money again. */
export async function setUnpaid(trx: Kysely<DB>, actor: Actor, order: LockedOrder): Promise<void> {
  if (!order.paidAt) return
  await trx.updateTable('orders').set({ paid_at: null }).where('id', '=', order.id).execute()
  const { id, status } = order
  await recordOrderEvent(trx, id, { kind: 'unpaid', from: status, to: status, actor })
}
