import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'

export const personalData: PersonalDataOfModule<never> = {
  export: {
    offers: ({ accountId }) => sql`
      select o.store, p.sku, o.price_minor, o.quantity, o.expires_at from personal_offer o
      join product p on p.id = o.product_id where o.account_id = ${accountId} order by o.id`,
    segments: ({ accountId }) => sql`
      select s.name from customer_segment s join customer_segment_member m on m.segment_id = s.id
      where m.account_id = ${accountId} order by s.name`,
  },
  async erase(trx, { accountId }) {
    if (accountId === null) return
    await trx.deleteFrom('personal_offer').where('account_id', '=', accountId).execute()
    await trx.deleteFrom('customer_segment_member').where('account_id', '=', accountId).execute()
  },
  retention: {},
}
