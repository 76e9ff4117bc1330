/**
 * Reads payments of ended orders whose money staff give back at the provider: once it is, they are no longer listed for
 * staff (`payments-for-staff.server.ts`). Not every provider reports a refund that was made in its own pages.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { unclaimedDays } from '../orders/payments-for-staff.server.ts'
import { finalizePayment, type FinalizeServices } from './finalize-payment.server.ts'
import type { PaymentReference } from './payment-provider.ts'

/** Reads at most five, any of them. Returns how many have been given back since. */
export async function readUnclaimed(services: FinalizeServices, actor: Actor): Promise<number> {
  const { rows } = await sql<PaymentReference & { id: number }>`
    select a.id, a.store, a.provider, a.provider_order_id as "providerOrderId"
    from payment_attempt a join orders o on o.id = a.order_id
    where a.unclaimed_at > now() - make_interval(days => ${unclaimedDays})
      and a.status in ('captured', 'part_refunded', 'mismatch') and a.provider_order_id is not null
      and o.status in ('payment_failed', 'cancelled')
    order by random() limit 5`.execute(services.db)
  let returned = 0
  for (const { id, ...payment } of rows)
    try {
      const answer = await finalizePayment(services, actor, payment)
      // Its time would be that of the others.
      if (!answer.ok && answer.code === 'provider_unavailable') break
      if (!answer.ok || answer.paymentState !== 'refunded') continue
      await audited(services.db, actor, async (trx) => {
        await sql`update payment_attempt set unclaimed_at = null where id = ${id}`.execute(trx)
      })
      returned++
    } catch (error) {
      services.log.warn({ err: error, ...payment }, 'a payment of an ended order could not be read')
    }
  return returned
}
