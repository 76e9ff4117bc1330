import { sql } from 'kysely'
import type { reviews } from './declarations.ts'
import type { PersonalDataOfModule } from '../personal-data.server.ts'

export const personalData: PersonalDataOfModule<keyof typeof reviews.retention> = {
  export: {
    reviews: ({ isTheirOrder }) => sql`
      select r.store, p.sku, r.stars, r.words, r.name, r.status, r.rejection_reason, r.submitted_at, r.answer
      from review r join product p on p.id = r.product_id join orders o on o.id = r.order_id
      where ${isTheirOrder} order by r.id`,
  },
  async erase(trx, { orderIds, now }) {
    await sql`update review set name = null, order_id = null where order_id = any(${orderIds}::bigint[])`.execute(
      trx,
    )
    // Nobody is asked for reviews of these orders any more, and no link to them works.
    await sql`insert into review_request (order_id, mailed_at, expires_at, used_at)
      select id, ${now}, ${now}, ${now} from orders where id = any(${orderIds}::bigint[])
      on conflict (order_id) do update set expires_at = ${now},
        used_at = coalesce(review_request.used_at, ${now})`.execute(trx)
  },
  retention: {
    // Orders that were delivered so long ago are not asked about again (review-request-repository.server.ts).
    'review-request': ({ store, before }) => sql`
      delete from review_request q using orders o
      where o.id = q.order_id and o.store = ${store} and q.mailed_at < ${before} returning 1`,
  },
}
