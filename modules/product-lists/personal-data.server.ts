import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'
import type { productLists } from './declarations.ts'

export const personalData: PersonalDataOfModule<keyof typeof productLists.retention> = {
  export: {
    lists: ({ accountId }) => sql`
      select l.store, l.name, l.created_at, l.shared_at, p.sku, i.quantity, i.added_at from product_list l
      left join product_list_line i on i.list_id = l.id left join product p on p.id = i.product_id
      where l.account_id = ${accountId} and l.deleted_at is null order by l.id, i.added_at`,
  },
  async erase(trx, { accountId }) {
    if (accountId !== null) await trx.deleteFrom('product_list').where('account_id', '=', accountId).execute()
  },
  retention: {
    'shared-list': ({ store, before }) => sql`
      update product_list set share_token = null, shared_at = null
      where store = ${store} and shared_at < ${before} returning 1`,
  },
}
