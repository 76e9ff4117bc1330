/**
 * Deletes a customer's account (GDPR, Art. 17). Orders stay, because bookkeeping law asks for them for the
 * years in `domain/stores` (Art. 17(3)(b)), but no longer belong to an account; identity numbers are erased.
 * The row of the account stays without anything personal, for the subscriptions that have ended.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { removeViewsOfCustomer } from '../back-office/saved-views.server.ts'
import type { CustomerNames } from '../back-office/names-customer.ts'

/** What still needs the customer: orders under way, unpaid invoices, subscriptions that go on. */
export type ErasureObstacle = 'open_orders' | 'open_invoices' | 'active_subscriptions'

export type EraseCustomer = { ok: true } | { ok: false; code: 'not_found' | ErasureObstacle }

export async function eraseCustomer(
  db: Kysely<DB>,
  actor: Actor,
  { accountId, now }: { accountId: number; now: Date },
): Promise<EraseCustomer> {
  return audited(db, actor, async (trx, record): Promise<EraseCustomer> => {
    const { rows } = await sql<CustomerNames>`
      select email, first_name as "firstName", last_name as "lastName", company_name as "companyName", phone
      from account where id = ${accountId} and erased_at is null for update`.execute(trx)
    const [account] = rows
    if (account === undefined) return { ok: false, code: 'not_found' }
    const obstacle = await obstacleOf(trx, accountId)
    if (obstacle !== null) return { ok: false, code: obstacle }
    await eraseRows(trx, { accountId, email: account.email, now })
    for (const { id, table } of await removeViewsOfCustomer(trx, account))
      record({
        action: 'view.remove',
        object: ['view', id],
        before: { table_name: table },
        reason: 'account_erased',
      })
    record({ action: 'account.erase', object: ['account', accountId] })
    return { ok: true }
  })
}

async function obstacleOf(trx: Kysely<DB>, accountId: number): Promise<ErasureObstacle | null> {
  const { rows } = await sql<{ orders: boolean; invoices: boolean; subscriptions: boolean }>`
    select
      exists (select 1 from orders where account_id = ${accountId}
        and status in ('pending', 'held', 'received', 'processing', 'shipped')) as orders,
      exists (select 1 from orders o join order_credit c on c.order_id = o.id
        where o.account_id = ${accountId} and o.paid_at is null and o.status = 'delivered') as invoices,
      exists (select 1 from subscription where account_id = ${accountId} and status <> 'cancelled') as subscriptions`.execute(
    trx,
  )
  const open = rows[0]!
  if (open.orders) return 'open_orders'
  if (open.invoices) return 'open_invoices'
  return open.subscriptions ? 'active_subscriptions' : null
}

async function eraseRows(
  trx: Kysely<DB>,
  { accountId, email, now }: { accountId: number; email: string; now: Date },
): Promise<void> {
  await sql`delete from order_credit where order_id in (select id from orders where account_id = ${accountId})`.execute(
    trx,
  )
  await sql`update parcel set label = null, label_url = null, request = null
    where order_id in (select id from orders where account_id = ${accountId})`.execute(trx)
  await sql`update contract_cancellation set name = '–', email = 'erased@erased.invalid', reason = ''
    where email = ${email}`.execute(trx)
  await sql`delete from contact_message where email = ${email}`.execute(trx)
  await sql`update review set name = null, order_id = null
    where order_id in (select id from orders where account_id = ${accountId})`.execute(trx)
  // Cards that are still to be delivered are paid for, and reach their recipient.
  await sql`update gift_card_delivery set recipient_name = '–', recipient_email = 'erased@erased.invalid', greeting = ''
    where status <> 'waiting' and order_id in (select id from orders where account_id = ${accountId})`.execute(
    trx,
  )
  // Nobody is asked for reviews of these orders any more, and no link to them works.
  await sql`insert into review_request (order_id, mailed_at, expires_at, used_at)
    select id, ${now}, ${now}, ${now} from orders where account_id = ${accountId}
    on conflict (order_id) do update set expires_at = ${now}, used_at = coalesce(review_request.used_at, ${now})`.execute(
    trx,
  )
  await sql`delete from customer_picture where order_id in (select id from orders where account_id = ${accountId})`.execute(
    trx,
  )
  await sql`update orders set account_id = null, identity_number = null, identity_number_encrypted = null
    where account_id = ${accountId}`.execute(trx)
  await sql`update checkout set account_id = null, contact = null, address = null
    where account_id = ${accountId} and order_id is null`.execute(trx)
  await sql`update checkout set account_id = null where account_id = ${accountId}`.execute(trx)
  await sql`update purchase_request set account_id = null, form = '{}',
      status = case when status = 'waiting' then 'withdrawn' else status end
    where account_id = ${accountId}`.execute(trx)
  await sql`update subscription set customer = '{}', address = '{}', service_point = null
    where account_id = ${accountId}`.execute(trx)
  for (const table of [
    'newsletter_subscriber',
    'stock_notification',
    'price_notice',
    'mail_refusal',
    'mail_confirmation',
    'account_opening',
    'company_invitation',
  ])
    await sql`delete from ${sql.table(table)} where email = ${email}`.execute(trx)
  for (const table of [
    'account_address',
    'account_cart',
    'account_finder_device',
    'account_discount',
    'account_token',
    'account_device',
    'account_email_change',
    'session_family',
    'passkey',
    'passkey_challenge',
    'personal_offer',
    'customer_segment_member',
    'company_member',
    'saved_cart',
    'product_list',
  ])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(trx)
  await sql`update account set email = 'erased-' || id || '@erased.invalid', email_verified_at = null,
      password_hash = null, first_name = '', last_name = '', company_name = null, phone = '', street = '',
      postal_code = '', city = '', erased_at = ${now}, updated_at = ${now}
    where id = ${accountId}`.execute(trx)
}
