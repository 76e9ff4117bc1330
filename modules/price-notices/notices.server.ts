import { sql } from 'kysely'
import type { Notices } from '../notices.server.ts'
import type { priceNotices } from './declarations.ts'

export const notices: Readonly<Record<keyof typeof priceNotices.notices, Notices>> = {
  price: {
    async start(trx, { store, productId, email, priceMinor }, { confirmedAt, expiresAt }) {
      if (priceMinor === null) throw new Error('a notice of a lower price was asked for without a price')
      const started = { price_minor: priceMinor, confirmed_at: confirmedAt, expires_at: expiresAt }
      await trx
        .insertInto('price_notice')
        .values({ store, product_id: productId, email, ...started })
        .onConflict((conflict) => conflict.columns(['product_id', 'store', 'email']).doUpdateSet(started))
        .execute()
    },
    async list(db, { store, email }) {
      const rows = await db
        .selectFrom('price_notice')
        .select(['product_id as productId', 'confirmed_at as confirmedAt', 'expires_at as expiresAt'])
        .where('store', '=', store)
        .where('email', '=', email)
        .execute()
      return rows.map((row) => ({ ...row, closedAt: null }))
    },
    async drop(trx, { store, email, productId }) {
      const { numDeletedRows } = await trx
        .deleteFrom('price_notice')
        .where('store', '=', store)
        .where('email', '=', email)
        .$if(productId !== null, (query) => query.where('product_id', '=', productId!))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    // A price that is rounded down is not lower for those who wait for a lower one: theirs is rounded down too. Never
    // up: an index that has not read the change yet still has the former price.
    async roundDown(trx, products) {
      await sql`update price_notice n set price_minor = n.price_minor - n.price_minor % 100
        from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as w ("productId" integer, store text)
        where n.product_id = w."productId" and n.store = w.store and n.price_minor % 100 between 1 and 49`.execute(
        trx,
      )
    },
  },
}
