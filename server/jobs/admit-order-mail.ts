/**
 * Which confirmations of orders leave at once. A confirmation is owed by law (CRD Art. 8 (7)) and never dropped: beyond
 * the limit of its recipient or network it waits until the window ends, and leaves with all others that wait for that
 * recipient (decision 0029).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { networkOfOrder } from '../../domain/credit/credit-repository.server.ts'
import { admitMail, type MailGateServices } from '../../domain/mail/mail-gate.server.ts'
import type { OrderMailKind } from '../../domain/orders/order-jobs.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** What a visitor causes by ordering. Other mails of an order follow from staff or from money that came. */
const causedByVisitors: ReadonlySet<OrderMailKind> = new Set(['confirmation', 'held'])

/** Most orders in one collected mail; the rest follows in another. */
const mostCollected = 50

interface MailRow {
  email: string
  admitted: boolean
  notBefore: Date | null
}

/**
 * `now`: may leave by itself; `collected`: its delay is over; `later`: it waits. Counted once per mail, in a transaction
 * of its own: no other mail waits while this one is sent.
 */
export async function admitOrderMail(
  services: MailGateServices & { db: Kysely<DB> },
  orderId: number,
  kind: OrderMailKind,
): Promise<'now' | 'collected' | 'later'> {
  if (!causedByVisitors.has(kind)) return 'now'
  const now = new Date(services.clock())
  return services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<MailRow>`
      select o.email, m.admitted_at is not null as admitted, m.not_before as "notBefore"
      from order_mail m join orders o on o.id = m.order_id
      where m.order_id = ${orderId} and m.kind = ${kind} and m.sent_at is null for update of m`.execute(trx)
    const mail = rows[0]
    if (!mail || mail.admitted) return 'now'
    if (mail.notBefore) return mail.notBefore <= now ? 'collected' : 'later'
    const recipient = normalizeEmail(mail.email) ?? mail.email
    const network = await networkOfOrder(trx, orderId)
    const admission = await admitMail(trx, services, { kind: 'order-confirmation', recipient, network })
    const times = admission.ok ? sql`admitted_at = ${now}` : sql`not_before = ${admission.until}`
    await sql`update order_mail set ${times} where order_id = ${orderId} and kind = ${kind}`.execute(trx)
    return admission.ok ? 'now' : 'later'
  })
}

/** Locks the mails to that recipient whose delay is over, oldest first; those another worker sends are left out. */
export async function lockCollected(
  trx: Kysely<DB>,
  { store, email, now }: { store: StoreCode; email: string; now: Date },
): Promise<{ orderId: number; kind: OrderMailKind }[]> {
  const { rows } = await sql<{ orderId: number; kind: OrderMailKind }>`
    select m.order_id as "orderId", m.kind from order_mail m join orders o on o.id = m.order_id
    where m.sent_at is null and m.not_before <= ${now} and o.store = ${store}
      and lower(o.email) = lower(${email})
    order by m.order_id, m.kind limit ${mostCollected} for update of m skip locked`.execute(trx)
  return rows
}
