import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'
import type { returns } from './declarations.ts'

/** A text that is not personal and passes the columns' checks. */
const nobody = 'erased@erased.invalid'

export const personalData: PersonalDataOfModule<keyof typeof returns.retention> = {
  export: {
    returns: ({ isTheirOrder }) => sql`
      select to_jsonb(r) - 'label_token' - 'id' - 'order_id' as return from order_return r
      join orders o on o.id = r.order_id where ${isTheirOrder} order by r.id`,
    deposit_proofs: ({ isTheirOrder }) => sql`
      select o.number, d.quantity, d.proof_on, d.status, d.rejection, d.submitted_at from deposit_proof d
      join orders o on o.id = d.order_id where ${isTheirOrder} order by d.id`,
    customer_pictures: ({ isTheirOrder }) => sql`
      select o.number, p.uploaded_at from customer_picture p join orders o on o.id = p.order_id
      where ${isTheirOrder} order by p.id`,
  },
  async erase(trx, { orderIds }) {
    await sql`delete from customer_picture where order_id = any(${[...orderIds]}::bigint[])`.execute(trx)
  },
  withOrders: (orderIds) =>
    sql`update order_return set comment = '' where order_id in ${orderIds} and comment <> ''`,
  retention: {
    // Without words and units a declaration would be about the whole order.
    withdrawal: ({ store, before }) => sql`
      update withdrawal set name = '–', email = ${nobody}, goods = case when goods = '' then '' else '–' end,
        rejection = case when rejection is null then null else '–' end
      where store = ${store} and declared_at < ${before} and email <> ${nobody} returning 1`,
    'customer-picture': ({ store, before }) => sql`
      delete from customer_picture p using orders o
      where o.id = p.order_id and o.store = ${store} and p.uploaded_at < ${before} returning 1`,
  },
}
