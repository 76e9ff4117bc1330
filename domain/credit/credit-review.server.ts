/** What staff decide about: an order on invoice that is held because its buyer has too much open credit. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OpenCredit } from '../stores/store.ts'

/**
 * The open credit of the buyer with the order, under the key with the largest sum; null: the order is not held for
 * review. It takes no lock, so it may be overtaken by an order that is being placed.
 */
export async function creditUnderReview(db: Kysely<DB>, orderId: number): Promise<OpenCredit | null> {
  const { rows } = await sql<OpenCredit>`
    select coalesce(open.open_minor, c.amount_minor) as minor, coalesce(open.open_orders, 1)::integer as orders
    from order_credit c join orders o on o.id = c.order_id
    left join lateral lock_open_credit(o.store, '{}',
      array(select kind from credit_key k where k.order_id = o.id and kind <> 'network' order by kind),
      array(select digest from credit_key k where k.order_id = o.id and kind <> 'network' order by kind),
      o.placed_at) open on true
    where o.id = ${orderId} and o.status = 'held' and c.decision = 'review'
    order by 1 desc limit 1`.execute(db)
  return rows[0] ?? null
}
