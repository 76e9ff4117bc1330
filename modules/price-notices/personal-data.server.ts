import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'
import type { priceNotices } from './declarations.ts'

export const personalData: PersonalDataOfModule<keyof typeof priceNotices.retention> = {
  export: {
    price_notices: ({ email }) => sql`
      select n.store, p.sku, n.price_minor, n.confirmed_at, n.mailed_at, n.expires_at from price_notice n
      join product p on p.id = n.product_id where n.email = ${email} order by n.store, p.sku`,
  },
  async erase(trx, { email }) {
    await trx.deleteFrom('price_notice').where('email', '=', email).execute()
  },
  retention: {
    'waiting-price': ({ store, before }) => sql`
      delete from price_notice where store = ${store} and expires_at < ${before} returning 1`,
  },
}
