/** Sends the mails an order owes: one of each kind, however often the job runs and wherever it broke off. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderMailKind } from '../../domain/orders/order-jobs.ts'
import { issueSoldCards } from '../../domain/gift-cards/gift-card-repository.server.ts'
import { findOrderById, type StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { companies } from '../../domain/stores/company.ts'
import { stores } from '../../domain/stores/stores.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { giftCardMail } from '../../providers/mail/gift-card-mail.ts'
import { orderMailRows } from '../../providers/mail/order-mail-rows.ts'
import { orderMailText } from '../../providers/mail/order-mail-text.ts'

export interface OrderMailServices {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
  /** From which the codes of sold gift cards follow. */
  secret: string
}

/**
 * Sends one mail. The row is locked meanwhile, so two workers cannot send it both; a crash between sending and
 * noting it sends the same mail again under the same id.
 */
export async function sendOrderMail(
  services: OrderMailServices,
  orderId: number,
  kind: OrderMailKind,
): Promise<'sent' | 'already'> {
  return services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ sent_at: Date | null }>`
      select sent_at from order_mail where order_id = ${orderId} and kind = ${kind} for update`.execute(trx)
    if (!rows[0] || rows[0].sent_at) return 'already'
    const order = await findOrderById(trx, orderId)
    if (!order) throw new Error(`a mail is owed for order ${orderId}, which does not exist`)
    const { store, customer } = order.snapshot
    const { messageId } = await services.mailer.send({
      name: `${order.number}-${kind}`,
      from: { name: stores[store].brand, address: companies[store].email },
      to: customer.email,
      ...(kind === 'gift-cards'
        ? await giftCards(trx, services, order)
        : await confirmation(services, order)),
      date: new Date(order.snapshot.placedAt),
    })
    await sql`update order_mail set sent_at = now(), message_id = ${messageId}
      where order_id = ${orderId} and kind = ${kind}`.execute(trx)
    return 'sent'
  })
}

async function confirmation(services: OrderMailServices, order: StoredOrder) {
  const rows = orderMailRows(order, services.publicUrl)
  // The template is JSX: it is loaded where mails are really made, in the built server.
  const { renderOrderMail } = await import('../../providers/mail/order-mail.tsx')
  return {
    subject: rows.words.subject(order.number),
    html: await renderOrderMail(rows),
    text: orderMailText(rows),
  }
}

/** Issues what was bought and tells the codes: both or neither, and the same codes each time. */
async function giftCards(trx: Kysely<DB>, services: OrderMailServices, order: StoredOrder) {
  const { store, customer } = order.snapshot
  const cards = await issueSoldCards(trx, services.secret, order)
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  return giftCardMail(store, { number: order.number, name }, cards)
}

/** Mails that should have left by now, oldest first. */
export async function overdueMails(
  db: Kysely<DB>,
  olderThanMinutes: number,
): Promise<{ orderId: number; kind: OrderMailKind }[]> {
  const { rows } = await sql<{ orderId: number; kind: OrderMailKind }>`
    select order_id as "orderId", kind from order_mail
    where sent_at is null and created_at < now() - make_interval(mins => ${olderThanMinutes})
    order by created_at limit 200`.execute(db)
  return rows
}
