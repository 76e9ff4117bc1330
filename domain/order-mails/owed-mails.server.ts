/**
 * Which mails an order owes its buyer at the moment they are sent, and what each of them reports. What is owed no
 * longer (a held order that was decided meanwhile) is removed. Words are the sender's matter.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { issueSoldCards } from '../gift-cards/issue-sold-cards.server.ts'
import type { SoldCard } from '../gift-cards/sold-cards.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { findOrderById, type StoredOrder } from '../orders/order-repository.server.ts'
import { isSettled } from '../orders/order-states.ts'
import { refundsOf, type StoredRefund } from '../refunds/refund-repository.server.ts'
import { giftCardSale } from './gift-card-sale.ts'
import { lockCollected, lockMail, removeMail, type MailOfOrder } from './order-mail-repository.server.ts'

/** A mail with what it reports. */
export type OwedMail = { order: StoredOrder; kind: OrderMailKind } & (
  | { content: 'confirmation' }
  /** The order waits for a decision. */
  | { content: 'held' }
  | { content: 'gift-cards'; cards: SoldCard[] }
  /** The order came to nothing; `refund`: what went back because it had been collected. */
  | { content: 'cancelled' | 'rejected' | 'expired'; refund: StoredRefund | null }
  | { content: 'refund'; refund: StoredRefund }
)

export interface OwedMailServices {
  /** The codes of sold gift cards derive from it. */
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

/**
 * Locks the mail that is due and, where its delay is over (`collected`), all others that wait for its recipient, oldest
 * first. `mails` is empty where nothing is owed any more. Null: the mail is sent already, or another worker sends it.
 */
export async function lockOwedMails(
  trx: Kysely<DB>,
  services: OwedMailServices,
  due: MailOfOrder & { admission: 'now' | 'collected' },
): Promise<{ order: StoredOrder; mails: OwedMail[] } | null> {
  const order = await requireOrder(trx, due.orderId)
  const locked = await lockDue(trx, services, order, due)
  if (locked.length === 0) return null
  const mails: OwedMail[] = []
  for (const mail of locked) {
    const owed = await owedMail(trx, services, await requireOrder(trx, mail.orderId), mail.kind)
    if (owed) mails.push(owed)
    else await removeMail(trx, mail)
  }
  return { order, mails }
}

async function requireOrder(trx: Kysely<DB>, orderId: number): Promise<StoredOrder> {
  const order = await findOrderById(trx, orderId)
  if (!order) throw new Error(`a mail is owed for order ${orderId}, which does not exist`)
  return order
}

async function lockDue(
  trx: Kysely<DB>,
  { clock }: OwedMailServices,
  { snapshot }: StoredOrder,
  { orderId, kind, admission }: MailOfOrder & { admission: 'now' | 'collected' },
): Promise<MailOfOrder[]> {
  if (admission === 'now') return (await lockMail(trx, { orderId, kind })) ? [{ orderId, kind }] : []
  const { store, customer } = snapshot
  return lockCollected(trx, { store, email: customer.email, now: new Date(clock()) })
}

/** Null: what the mail was to report is owed no longer. */
async function owedMail(
  trx: Kysely<DB>,
  services: OwedMailServices,
  order: StoredOrder,
  kind: OrderMailKind,
): Promise<OwedMail | null> {
  if (kind === 'confirmation') return { order, kind, content: kind }
  if (kind === 'gift-cards') {
    const cards = await issueCardsOf(trx, services, order.id)
    return cards.length === 0 ? null : { order, kind, content: kind, cards }
  }
  if (kind === 'held') return order.status === 'held' ? { order, kind, content: kind } : null
  const refunds = await refundsOf(trx, order.id)
  if (kind === 'cancelled' || kind === 'rejected' || kind === 'expired') {
    const refund = refunds.find(({ reason }) => reason === 'cancelled') ?? null
    return { order, kind, content: kind, refund }
  }
  const refund = refunds.find(({ number }) => kind === `refund-${number}`)
  if (!refund) throw new Error(`there is no ${kind} of order ${order.number}`)
  return { order, kind, content: 'refund', refund }
}

/**
 * Issues the gift cards an order bought, in the transaction that mails their codes: both or neither, and the same codes
 * each time. None for an order that was cancelled meanwhile.
 */
async function issueCardsOf(
  trx: Kysely<DB>,
  { keys }: OwedMailServices,
  orderId: number,
): Promise<SoldCard[]> {
  // A refund or cancellation of the order waits, or is committed already.
  await sql`select 1 from orders where id = ${orderId} for update`.execute(trx)
  const order = await requireOrder(trx, orderId)
  if (!isSettled(order.status)) return []
  return issueSoldCards(trx, keys, giftCardSale(order, await refundsOf(trx, orderId)))
}
