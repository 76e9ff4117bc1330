/**
 * Decides which order confirmations are sent immediately. A confirmation is required by law (CRD Art. 8 (7))
 * and never dropped: beyond the limit of its recipient or network it is delayed until the window ends, and is
 * then sent together with all others delayed for that recipient (decision 27).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { networkOfOrder } from '../credit/credit-repository.server.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import { normalizeEmail } from '../stores/email.ts'

/** The mails a visitor causes by ordering. Other order mails are caused by staff or by a payment. */
const causedByVisitors: ReadonlySet<OrderMailKind> = new Set(['confirmation', 'held'])

interface MailRow {
  email: string
  admitted: boolean
  notBefore: Date | null
}

/**
 * `now`: send it alone; `collected`: its delay has ended; `until`: delay it. Counted once per mail, in its
 * own transaction, so that no other mail waits while this one is sent.
 */
export async function admitOrderMail(
  services: MailGateServices & { db: Kysely<DB> },
  orderId: number,
  kind: OrderMailKind,
): Promise<'now' | 'collected' | { until: Date }> {
  if (!causedByVisitors.has(kind)) return 'now'
  const now = new Date(services.clock())
  return services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<MailRow>`
      select o.email, m.admitted_at is not null as admitted, m.not_before as "notBefore"
      from order_mail m join orders o on o.id = m.order_id
      where m.order_id = ${orderId} and m.kind = ${kind} and m.sent_at is null for update of m`.execute(trx)
    const mail = rows[0]
    if (!mail || mail.admitted) return 'now'
    if (mail.notBefore) return mail.notBefore <= now ? 'collected' : { until: mail.notBefore }
    const recipient = normalizeEmail(mail.email) ?? mail.email
    const network = await networkOfOrder(trx, orderId)
    const admission = await admitMail(trx, services, { kind: 'order-confirmation', recipient, network })
    const times = admission.ok ? sql`admitted_at = ${now}` : sql`not_before = ${admission.until}`
    await sql`update order_mail set ${times} where order_id = ${orderId} and kind = ${kind}`.execute(trx)
    return admission.ok ? 'now' : { until: admission.until }
  })
}
