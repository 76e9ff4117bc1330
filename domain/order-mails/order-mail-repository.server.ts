/** The only SQL that reads and updates order mails; domain/orders adds them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'
import type { StoreCode } from '../stores/stores.ts'

/** A mail of an order; each order has at most one of each kind. */
export interface MailOfOrder {
  orderId: number
  kind: OrderMailKind
}

/** Most orders in one collected mail; the rest are sent in another. */
const mostCollected = 50

/** A mail that is not sent within this time is enqueued again. */
const overdueAfterMinutes = 15

/** After this time the shop gives up, so that an undeliverable address is not retried forever. */
const givenUpAfterDays = 3

/** Locks a mail that is still to be sent, until the transaction ends. False: already sent, dismissed by staff, or unknown. */
export async function lockMail(trx: Kysely<DB>, { orderId, kind }: MailOfOrder): Promise<boolean> {
  const row = await trx
    .selectFrom('order_mail')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the mails to a recipient whose delay has ended, oldest first, skipping those another worker is
 * sending.
 */
export async function lockCollected(
  trx: Kysely<DB>,
  { store, email, now }: { store: StoreCode; email: string; now: Date },
): Promise<MailOfOrder[]> {
  const { rows } = await sql<MailOfOrder>`
    select m.order_id as "orderId", m.kind from order_mail m join orders o on o.id = m.order_id
    where m.sent_at is null and m.dismissed_at is null and m.not_before <= ${now} and o.store = ${store}
      and lower(o.email) = lower(${email})
    order by m.order_id, m.kind limit ${mostCollected} for update of m skip locked`.execute(trx)
  return rows
}

/** Removes a mail that is no longer owed. */
export async function removeMail(trx: Kysely<DB>, { orderId, kind }: MailOfOrder): Promise<void> {
  await trx.deleteFrom('order_mail').where('order_id', '=', orderId).where('kind', '=', kind).execute()
}

/** How often staff sent the mail again. */
export async function resendsOf(trx: Kysely<DB>, { orderId, kind }: MailOfOrder): Promise<number> {
  const row = await trx
    .selectFrom('order_mail')
    .select('resends')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.resends ?? 0
}

/** `messageId`: the message id under which the mail was sent. */
export async function noteMailSent(
  trx: Kysely<DB>,
  { orderId, kind }: MailOfOrder,
  messageId: string | null,
): Promise<void> {
  await trx
    .updateTable('order_mail')
    .set({ sent_at: sql<Date>`now()`, message_id: messageId })
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .execute()
}

/**
 * Writes into the outbox what an order owes that is overdue, not given up, and neither in it nor in the former queue, oldest
 * first, at most 5,000: what was caused by a statement in psql, or was to be collected in a mail that then failed.
 */
export async function oweOverdueMails(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into mail_outbox (template, data, key)
    select 'order-mail', jsonb_build_object('orderId', order_id, 'kind', kind),
      format('overdue %s %s', order_id, kind)
    from order_mail
    where sent_at is null and dismissed_at is null and created_at < now() - make_interval(mins => ${overdueAfterMinutes})
      and created_at > now() - make_interval(days => ${givenUpAfterDays})
      and (not_before is null or not_before <= now())
      and not exists (select from pgboss.job j where j.name = 'order-mail'
        and j.state in ('created', 'retry', 'active')
        and j.data = jsonb_build_object('orderId', order_id, 'kind', kind))
      and not exists (select from mail_outbox b where b.template = 'order-mail' and b.state in ('waiting', 'sending')
        and b.data = jsonb_build_object('orderId', order_id, 'kind', kind))
    order by created_at limit 5000
    on conflict do nothing`.execute(db)
}
