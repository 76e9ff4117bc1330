/**
 * Computes which products are bought together, per store, from the settled orders of a year. A pair counts if enough
 * orders contain both (support), and more than chance explains (lift): otherwise the best-selling product would be
 * recommended beside everything. Only counts are stored. Whether a product may be shown beside another is decided when
 * a page is read (domain/devices/fits-as-related.ts).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { productTypes } from './product-type.ts'

export const boughtTogetherLimits = {
  /** Days of orders that count. */
  days: 365,
  /** Fewest orders with both. */
  support: 3,
  lift: 1.5,
  /** Most pairs of a product; more than a page shows, because some do not fit beside it. */
  pairs: 12,
  /** Orders with more products are wholesale or tests, and say nothing about what belongs together. */
  linesOfOrder: 40,
} as const

/** Replaces the pairs by those of the orders until now; returns how many rows it wrote and deleted. */
export async function computeBoughtTogether(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
): Promise<{ written: number; deleted: number }> {
  const { days, support, lift, pairs, linesOfOrder } = boughtTogetherLimits
  const since = new Date(clock() - days * 24 * 60 * 60 * 1000)
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ written: number; deleted: number }>`
      with sold as (
        select distinct o.id as order_id, o.store, l.product_id, coalesce(p.variant_of, p.id) as family
        from orders o join order_line l on l.order_id = o.id join product p on p.id = l.product_id
        where o.placed_at >= ${since} and o.status in ('received', 'processing', 'shipped', 'delivered')
          and p.type <> ${productTypes.GiftCard}
          and (select count(*) from order_line n where n.order_id = o.id) <= ${linesOfOrder}
      ), totals as (
        select store, count(distinct order_id)::float8 as orders from sold group by store
      ), singles as (
        select store, product_id, count(*)::float8 as orders from sold group by store, product_id
      ), both_of as (
        select a.store, a.product_id, b.product_id as other_id, count(*)::integer as orders
        from sold a join sold b on b.order_id = a.order_id and b.family <> a.family
        group by a.store, a.product_id, b.product_id having count(*) >= ${support}
      ), judged as (
        select m.store, m.product_id, m.other_id, m.orders,
          (m.orders * t.orders / (a.orders * b.orders))::real as lift
        from both_of m join totals t using (store) join singles a using (store, product_id)
          join singles b on b.store = m.store and b.product_id = m.other_id
      ), ranked as (
        select store, product_id, other_id, orders, lift,
          row_number() over (partition by store, product_id order by orders desc, lift desc, other_id)::smallint as position
        from judged where lift >= ${lift}
      ), wanted as materialized (
        select * from ranked where position <= ${pairs}
      ), gone as (
        delete from bought_together k where not exists (
          select from wanted w where w.store = k.store and w.product_id = k.product_id and w.other_id = k.other_id)
        returning 1
      ), put as (
        insert into bought_together as known (store, product_id, other_id, position, orders, lift)
        select store, product_id, other_id, position, orders, lift from wanted order by 1, 2, 3
        on conflict (store, product_id, other_id) do update
          set position = excluded.position, orders = excluded.orders, lift = excluded.lift
          where (known.position, known.orders, known.lift) is distinct from (excluded.position, excluded.orders, excluded.lift)
        returning 1
      )
      select (select count(*)::integer from put) as written, (select count(*)::integer from gone) as deleted`.execute(
      trx,
    )
    const changed = rows[0]!
    if (changed.written + changed.deleted > 0)
      record({
        action: 'recommendations.compute',
        object: ['data', 'bought-together'],
        after: { ...changed },
      })
    return changed
  })
}
