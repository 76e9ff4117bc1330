import type { Notices } from '../notices.server.ts'
import type { backInStock } from './declarations.ts'

export const notices: Readonly<Record<keyof typeof backInStock.notices, Notices>> = {
  stock: {
    async start(trx, { store, productId, email }, { confirmedAt, expiresAt }) {
      const times = { created_at: confirmedAt, confirmed_at: confirmedAt, expires_at: expiresAt }
      await trx
        .insertInto('stock_notification')
        .values({ store, product_id: productId, email, ...times })
        .onConflict((conflict) =>
          conflict.columns(['product_id', 'store', 'email']).doUpdateSet({ sent_at: null, ...times }),
        )
        .execute()
    },
    async isWaiting(trx, { store, productId, email }, now) {
      const row = await trx
        .selectFrom('stock_notification')
        .select('email')
        .where('store', '=', store)
        .where('product_id', '=', productId)
        .where('email', '=', email)
        .where('confirmed_at', 'is not', null)
        .where('sent_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
    list: (db, { store, email }) =>
      db
        .selectFrom('stock_notification')
        .select([
          'product_id as productId',
          'confirmed_at as confirmedAt',
          'sent_at as closedAt',
          'expires_at as expiresAt',
        ])
        .where('store', '=', store)
        .where('email', '=', email)
        .where('confirmed_at', 'is not', null)
        .$narrowType<{ confirmedAt: Date }>()
        .execute(),
    async drop(trx, { store, email, productId }) {
      const { numDeletedRows } = await trx
        .deleteFrom('stock_notification')
        .where('store', '=', store)
        .where('email', '=', email)
        .$if(productId !== null, (query) => query.where('product_id', '=', productId!))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  },
}
