/** The offers as pricing and the rounding of stored prices read them. It imports types only (`docs/modules.md`). */
import { sql } from 'kysely'
import type { PersonalOffer } from '../personal-offer.ts'
import type { AgreedPrices, StoredAgreedPrice } from '../agreed-prices.server.ts'

export const agreedPrices: AgreedPrices = {
  source: 'offer',

  async offersOf(db, { accountId, store, now }) {
    const { rows } = await sql<PersonalOffer>`
      select o.id, o.product_id as "productId", o.price_minor as "priceMinor", o.quantity,
        o.expires_at as "expiresAt"
      from personal_offer o
      where o.store = ${store} and o.removed_at is null and (o.expires_at is null or o.expires_at > ${new Date(now)})
        and (o.account_id = ${accountId} or o.segment_id in
          (select segment_id from customer_segment_member where account_id = ${accountId}))
      order by o.expires_at nulls last, o.id`.execute(db)
    return rows
  },

  async unrounded(db, { stores, now, after, limit, isLocked }) {
    const { rows } = await sql<StoredAgreedPrice>`
      select o.id as reference, o.product_id as "productId", o.store, p.sku, o.quantity, o.price_minor as "priceMinor"
      from personal_offer o join product p on p.id = o.product_id
      where o.store = any(${[...stores]}::text[]) and o.removed_at is null
        and (o.expires_at is null or o.expires_at > ${now}) and o.price_minor % 100 <> 0 and o.id > ${after.reference}
      order by o.id limit ${limit} ${isLocked ? sql`for update of o` : sql``}`.execute(db)
    return rows
  },

  async writeRounded(trx, prices, now) {
    await sql`update personal_offer o
      set price_minor = coalesce(r."roundedMinor", o.price_minor),
        removed_at = case when r."roundedMinor" is null then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as r (reference bigint, "roundedMinor" bigint)
      where o.id = r.reference`.execute(trx)
    return prices.map(({ reference, store, priceMinor, roundedMinor }) => ({
      action: roundedMinor === null ? 'offer.remove' : 'offer.round',
      object: ['offer', reference],
      store,
      before: { priceMinor },
      after: roundedMinor === null ? undefined : { priceMinor: roundedMinor },
    }))
  },
}
