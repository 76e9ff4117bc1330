import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'
import type { backInStock } from './declarations.ts'

export const personalData: PersonalDataOfModule<keyof typeof backInStock.retention> = {
  export: {
    stock_notifications: ({ email }) => sql`
      select n.store, p.sku, n.confirmed_at from stock_notification n join product p on p.id = n.product_id
      where n.email = ${email} order by n.store, p.sku`,
  },
  async erase(trx, { email }) {
    await trx.deleteFrom('stock_notification').where('email', '=', email).execute()
  },
  retention: {
    'notified-stock': ({ store, before }) => sql`
      delete from stock_notification where store = ${store} and sent_at < ${before} returning 1`,
    'waiting-stock': ({ store, before }) => sql`
      delete from stock_notification where store = ${store} and sent_at is null and expires_at < ${before}
      returning 1`,
  },
}
