/** Sends the mails an order owes: one of each kind, however often the job runs and wherever it broke off. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { mailKindOfOrder } from '../../domain/mail/mail-kind.ts'
import type { OrderMailKind } from '../../domain/orders/order-jobs.ts'
import { issueSoldCards } from '../../domain/gift-cards/gift-card-repository.server.ts'
import type { MailGateServices } from '../../domain/mail/mail-gate.server.ts'
import { findOrderById, type StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { isSettled } from '../../domain/orders/order-states.ts'
import { refundsOf } from '../../domain/orders/refund-repository.server.ts'
import { companies } from '../../domain/stores/company.ts'
import { stores } from '../../domain/stores/stores.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { collectedMail } from '../../providers/mail/collected-mail.ts'
import { giftCardMail } from '../../providers/mail/gift-card-mail.ts'
import { heldOrderMail } from '../../providers/mail/held-order-mail.ts'
import { orderMailRows } from '../../providers/mail/order-mail-rows.ts'
import { orderMailText } from '../../providers/mail/order-mail-text.ts'
import type { MailText } from '../../providers/mail/plain-mail.ts'
import { cancelledMail, refundMail } from '../../providers/mail/refund-mail.ts'
import { admitOrderMail, lockCollected } from './admit-order-mail.ts'

/** From `keys` the codes of sold gift cards follow. */
export interface OrderMailServices extends MailGateServices {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
}

/**
 * Sends one mail. The row is locked meanwhile, so two workers cannot send it both; a crash between sending and
 * noting it sends the same mail again under the same id. `later`: it is delayed, and overdueMails() names it in time.
 */
export async function sendOrderMail(
  services: OrderMailServices,
  orderId: number,
  kind: OrderMailKind,
): Promise<'sent' | 'already' | 'not_owed' | 'later'> {
  // No connection waits for it.
  await loadTemplate()
  const admission = await admitOrderMail(services, orderId, kind)
  if (admission === 'later') return 'later'
  return services.db.transaction().execute(async (trx) => {
    const order = await findOrderById(trx, orderId)
    if (!order) throw new Error(`a mail is owed for order ${orderId}, which does not exist`)
    const { store, customer, placedAt } = order.snapshot
    const now = new Date(services.clock())
    const locked =
      admission === 'collected'
        ? await lockCollected(trx, { store, email: customer.email, now })
        : await lockMail(trx, orderId, kind)
    if (locked.length === 0) return 'already'
    const owed = await owedMails(trx, services, locked)
    const first = owed[0]
    if (!first) return 'not_owed'
    const { messageId } = await services.mailer.send({
      name: `${first.order.number}-${first.kind}`,
      kind: mailKindOfOrder(first.kind),
      from: { name: stores[store].brand, address: companies[store].email },
      to: customer.email,
      ...(owed.length === 1
        ? first.text
        : collectedMail(
            store,
            owed.map(({ text }) => text),
          )),
      date: kind === 'confirmation' && admission === 'now' ? new Date(placedAt) : now,
    })
    for (const mail of owed) await noteSent(trx, mail.order.id, mail.kind, messageId)
    return 'sent'
  })
}

type OwedMail = { order: StoredOrder; kind: OrderMailKind; text: MailText }
type MailOfOrder = { orderId: number; kind: OrderMailKind }

async function lockMail(trx: Kysely<DB>, orderId: number, kind: OrderMailKind): Promise<MailOfOrder[]> {
  const { rows } = await sql`
    select 1 from order_mail
    where order_id = ${orderId} and kind = ${kind} and sent_at is null for update`.execute(trx)
  return rows.length === 0 ? [] : [{ orderId, kind }]
}

/** The texts of these mails; those that are owed no longer are removed. */
async function owedMails(
  trx: Kysely<DB>,
  services: OrderMailServices,
  mails: readonly MailOfOrder[],
): Promise<OwedMail[]> {
  const owed: OwedMail[] = []
  for (const { orderId, kind } of mails) {
    const order = await findOrderById(trx, orderId)
    if (!order) throw new Error(`a mail is owed for order ${orderId}, which does not exist`)
    const text = await mailOf(trx, services, order, kind)
    if (text) owed.push({ order, kind, text })
    else await sql`delete from order_mail where order_id = ${orderId} and kind = ${kind}`.execute(trx)
  }
  return owed
}

async function noteSent(trx: Kysely<DB>, orderId: number, kind: OrderMailKind, messageId: string) {
  await sql`update order_mail set sent_at = now(), message_id = ${messageId}
    where order_id = ${orderId} and kind = ${kind}`.execute(trx)
}

/** Null: what the mail was to bring is owed no longer. */
async function mailOf(
  trx: Kysely<DB>,
  services: OrderMailServices,
  order: StoredOrder,
  kind: OrderMailKind,
): Promise<MailText | null> {
  if (kind === 'confirmation') return confirmation(services, order)
  if (kind === 'gift-cards') return giftCards(trx, services, order)
  if (kind === 'held') return order.status === 'held' ? heldOrderMail(order, kind) : null
  const refunds = await refundsOf(trx, order.id)
  const refunded = refunds.find(({ reason }) => reason === 'cancelled') ?? null
  if (kind === 'rejected' || kind === 'expired') return heldOrderMail(order, kind, refunded)
  if (kind === 'cancelled') return cancelledMail(order, refunded)
  const refund = refunds.find(({ number }) => kind === `refund-${number}`)
  if (!refund) throw new Error(`there is no ${kind} of order ${order.number}`)
  return refundMail(order, refund)
}

/** The template is JSX: it is loaded where mails are really made, in the built server. */
const loadTemplate = () => import('../../providers/mail/order-mail.tsx')

async function confirmation(services: OrderMailServices, order: StoredOrder) {
  const rows = orderMailRows(order, services.publicUrl)
  const { renderOrderMail } = await loadTemplate()
  return {
    subject: rows.words.subject(order.number),
    html: await renderOrderMail(rows),
    text: orderMailText(rows),
  }
}

/** Issues what was bought and tells the codes: both or neither, and the same codes each time. */
async function giftCards(
  trx: Kysely<DB>,
  services: OrderMailServices,
  { id }: StoredOrder,
): Promise<MailText | null> {
  // Whoever refunds or cancels the order waits, or has done it already.
  await sql`select 1 from orders where id = ${id} for update`.execute(trx)
  const order = await findOrderById(trx, id)
  if (!order || !isSettled(order.status)) return null
  const refunded = (await refundsOf(trx, id)).flatMap((refund) => refund.lines)
  const unitsBack = (uuid: string): number =>
    refunded.reduce((sum, line) => sum + (line.uuid === uuid ? line.quantity : 0), 0)
  const { store, customer } = order.snapshot
  const cards = await issueSoldCards(trx, services.keys, order, unitsBack)
  if (cards.length === 0) return null
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  return giftCardMail(store, { number: order.number, name }, cards)
}

/**
 * Mails that should have left by now, oldest first. After three days the shop gives up: an address that no server
 * takes mail for would be tried for ever.
 */
export async function overdueMails(
  db: Kysely<DB>,
  olderThanMinutes: number,
): Promise<{ orderId: number; kind: OrderMailKind }[]> {
  const { rows } = await sql<{ orderId: number; kind: OrderMailKind }>`
    select order_id as "orderId", kind from order_mail
    where sent_at is null and created_at < now() - make_interval(mins => ${olderThanMinutes})
      and created_at > now() - interval '3 days' and (not_before is null or not_before <= now())
    order by created_at limit 5000`.execute(db)
  return rows
}
