/**
 * What an erasure (GDPR, Art. 17) removes around orders that stay for the books, of customers with an account and of
 * guests: bookkeeping law asks for the orders themselves (Art. 17(3)(b)).
 */
import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { eraseMailsTo } from '../mail/mail-outbox.server.ts'
import type { DB } from '../../db/schema.generated.ts'
import { eraseFieldValues } from '../custom-fields/field-values.server.ts'
import { eraseFormerOrders } from '../former-orders/former-order-repository.server.ts'
import { personalDataOfModules } from '../../modules/personal-data.server.ts'

export type OrderObstacle = 'open_orders' | 'open_invoices'

/** Orders in progress, or unpaid, among these; null: nothing still needs the buyer. */
export async function orderObstacle(
  trx: Kysely<DB>,
  orderIds: readonly number[],
): Promise<OrderObstacle | null> {
  const { rows } = await sql<{ orders: boolean; invoices: boolean }>`
    select
      exists (select 1 from orders where id = any(${orderIds}::bigint[])
        and status in ('pending', 'held', 'received', 'processing', 'shipped')) as orders,
      exists (select 1 from orders o join order_credit c on c.order_id = o.id
        where o.id = any(${orderIds}::bigint[]) and o.paid_at is null and o.status = 'delivered'
          and (not exists (select 1 from invoice i where i.order_id = o.id)
            or exists (select 1 from invoice_balances(current_date) b
              where b.order_id = o.id and b.open_minor > 0))) as invoices`.execute(trx)
  const open = rows[0]!
  if (open.orders) return 'open_orders'
  return open.invoices ? 'open_invoices' : null
}

const erasedAddress = 'erased@erased.invalid'

type TableOfOrders = 'order_credit' | 'parcel' | 'gift_card_delivery'

/**
 * Erases it, and takes the orders from their account. `email`: what is kept of the address goes too, as does whose orders
 * at former shops were.
 */
export async function eraseAroundOrders(
  trx: Kysely<DB>,
  {
    accountId,
    orderIds,
    email,
    now,
  }: { accountId: number | null; orderIds: readonly number[]; email: string; now: Date },
): Promise<void> {
  const isOfOrders = (eb: ExpressionBuilder<DB, TableOfOrders>) =>
    eb('order_id', '=', eb.fn.any(eb.val([...orderIds])))
  await trx.deleteFrom('order_credit').where(isOfOrders).execute()
  await trx
    .updateTable('parcel')
    .set({ label: null, label_url: null, request: null })
    .where(isOfOrders)
    .execute()
  await eraseFormerOrders(trx, { accountId, email, now })
  // Cards that are still to be delivered are paid for, and reach their recipient.
  await trx
    .updateTable('gift_card_delivery')
    .set({ recipient_name: '–', recipient_email: erasedAddress, greeting: '' })
    .where('status', '<>', 'waiting')
    .where(isOfOrders)
    .execute()
  // A change of their fields that is in flight is waited for.
  await sql`select from orders where id = any(${[...orderIds]}::bigint[]) order by id for update`.execute(trx)
  await eraseFieldValues(trx, 'order', orderIds)
  if (accountId !== null) await eraseFieldValues(trx, 'customer', [accountId])
  // Before the rows that they are about, as a node locks them that sends one.
  await eraseMailsTo(trx, email)
  // Before the records that a confirmation link creates: a confirmation that is in flight is waited for, and later ones are
  // refused.
  await trx.deleteFrom('mail_confirmation').where('email', '=', email).execute()
  for (const { erase } of personalDataOfModules) await erase(trx, { accountId, orderIds, email, now })
  await trx
    .updateTable('orders')
    .set({ account_id: null, identity_number: null, identity_number_encrypted: null })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...orderIds]))))
    .execute()
  // Those that were written until the rows were locked.
  await eraseMailsTo(trx, email)
  for (const table of ['mail_refusal', 'mail_confirmation'])
    await sql`delete from ${sql.table(table)} where email = ${email}`.execute(trx)
}
