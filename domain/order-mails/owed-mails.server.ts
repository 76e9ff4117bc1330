/**
 * Which mails an order owes its buyer at the time of sending, and their content data. A mail no longer owed
 * (of a held order decided meanwhile) is removed. The sender words them.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { movedDateMail } from '../dispatch/announce-moved-dates.server.ts'
import { changedDatesOf, currentDates, lineDatesOf, type LineDate } from '../dispatch/line-dates.server.ts'
import { stillToCome, type ComingLine } from '../dispatch/still-to-come.ts'
import { issueSoldCards } from '../gift-cards/issue-sold-cards.server.ts'
import { findDelivery, type GiftCardDelivery } from '../gift-cards/gift-card-delivery.server.ts'
import type { SoldCard } from '../gift-cards/sold-cards.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { findOrderById, type StoredOrder } from '../orders/order-repository.server.ts'
import { isSettled } from '../orders/order-states.ts'
import type { InvoiceDocument } from '../invoices/invoice-document.ts'
import { findInvoice } from '../invoices/invoice-balances.server.ts'
import type { InvoiceBalance } from '../invoices/invoice-state.ts'
import { hasPaymentProblem, isRefundRefused } from '../payments/payment-problems.server.ts'
import { invoicesOf, type StoredInvoice } from '../invoices/invoice-repository.server.ts'
import { refundsOf, type StoredRefund } from '../refunds/refund-repository.server.ts'
import {
  isAnythingShipped,
  shipmentsOf,
  type StoredShipment,
} from '../shipments/shipment-repository.server.ts'
import { giftCardSale } from './gift-card-sale.ts'
import { lockCollected, lockMail, removeMail, type MailOfOrder } from './order-mail-repository.server.ts'

/** A mail with its content data. */
export type OwedMail = { order: StoredOrder; kind: OrderMailKind } & (
  | { content: 'confirmation' }
  /** The order is under review. */
  | { content: 'held' }
  | { content: 'gift-cards'; cards: SoldCard[] }
  | { content: 'gift-card-sent'; delivery: GiftCardDelivery }
  /** The order failed or was cancelled; `refund`: the refund of what had been collected. */
  | {
      content: 'cancelled' | 'rejected' | 'expired'
      refund: StoredRefund | null
      invoices: InvoiceDocument[]
    }
  | { content: 'refund'; refund: StoredRefund; invoices: InvoiceDocument[] }
  /** `coming`: what is left to ship after it. */
  | { content: 'shipped'; shipment: StoredShipment; coming: ComingLine[]; invoices: InvoiceDocument[] }
  /** `step`: 1 is the first reminder. */
  | { content: 'reminder'; step: number; invoice: InvoiceBalance; invoices: InvoiceDocument[] }
  /** `isShipped`: something of the order has left. */
  | { content: 'payment-problem'; isShipped: boolean }
  | { content: 'refund-problem'; refund: StoredRefund }
  /** Awaited goods come later; all that is still to come with the dates of now. */
  | { content: 'date-moved'; moved: LineDate[]; coming: ComingLine[] }
  /** Of a kind that a module adds, which words it. */
  | { content: 'module' }
)

export interface OwedMailServices {
  /** The codes of sold gift cards are derived from it. */
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

/**
 * Locks the due mail and, where its delay has ended (`collected`), all others delayed for its recipient,
 * oldest first. `mails` is empty where nothing is owed any more. Null: the mail is already sent, or another
 * worker is sending it.
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

/** Null: the mail is no longer owed. */
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
  if (kind.startsWith('gift-card-sent-')) {
    const delivery = await findDelivery(trx, Number(kind.slice('gift-card-sent-'.length)))
    return delivery?.status === 'sent' ? { order, kind, content: 'gift-card-sent', delivery } : null
  }
  if (kind === 'held') return order.status === 'held' ? { order, kind, content: kind } : null
  if (kind.startsWith('reminder-')) return owedReminder(trx, services, order, kind)
  if (kind === 'payment-problem')
    return (await hasPaymentProblem(trx, order))
      ? { order, kind, content: kind, isShipped: await isAnythingShipped(trx, order.id) }
      : null
  if (kind.startsWith('refund-problem-')) {
    const number = Number(kind.slice('refund-problem-'.length))
    const refund = (await refundsOf(trx, order.id)).find((each) => each.number === number)
    return refund && (await isRefundRefused(trx, order.id, number))
      ? { order, kind, content: 'refund-problem', refund }
      : null
  }
  if (kind.startsWith('date-moved-')) return owedMovedDates(trx, services, order, kind)
  if (kind.startsWith('shipped-')) return owedShipment(trx, services, order, kind)
  const refunds = await refundsOf(trx, order.id)
  if (kind === 'cancelled' || kind === 'rejected' || kind === 'expired') {
    const refund = refunds.find(({ reason }) => reason === 'cancelled') ?? null
    return { order, kind, content: kind, refund, invoices: await documentsFor(trx, order.id, { refund }) }
  }
  if (!kind.startsWith('refund-')) return { order, kind, content: 'module' }
  const refund = refunds.find(({ number }) => kind === `refund-${number}`)
  if (!refund) throw new Error(`there is no ${kind} of order ${order.number}`)
  return { order, kind, content: 'refund', refund, invoices: await documentsFor(trx, order.id, { refund }) }
}

/** The mail about a shipment, with what was left to ship after it. */
async function owedShipment(
  trx: Kysely<DB>,
  { clock }: OwedMailServices,
  order: StoredOrder,
  kind: OrderMailKind,
): Promise<OwedMail> {
  const shipments = await shipmentsOf(trx, order.id)
  const shipment = shipments.find(({ number }) => kind === `shipped-${number}`)
  if (!shipment) throw new Error(`there is no shipment for the mail ${kind} of order ${order.number}`)
  const past = shipments.filter(({ number }) => number <= shipment.number)
  const refunds = await refundsOf(trx, order.id)
  const coming = stillToCome(
    order,
    { shipments: past, refunds },
    await changedDatesOf(trx, order.id),
    clock(),
  )
  const invoices = await documentsFor(trx, order.id, { shipment })
  return { order, kind, content: 'shipped', shipment, coming, invoices }
}

/** The mail about later dates; null: none of the goods is still to come. */
async function owedMovedDates(
  trx: Kysely<DB>,
  { clock }: OwedMailServices,
  order: StoredOrder,
  kind: OrderMailKind,
): Promise<OwedMail | null> {
  const dates = await lineDatesOf(trx, order.id)
  const shipments = await shipmentsOf(trx, order.id)
  const refunds = await refundsOf(trx, order.id)
  const coming = stillToCome(order, { shipments, refunds }, currentDates(dates), clock())
  const moved = dates.filter(
    ({ moveId, isMailed, uuid }) =>
      isMailed && kind === movedDateMail(moveId) && coming.some((line) => line.uuid === uuid),
  )
  return moved.length === 0 ? null : { order, kind, content: 'date-moved', moved, coming }
}

/** The reminder of an invoice; null: it was paid, credited or held after the reminder was written. */
async function owedReminder(
  trx: Kysely<DB>,
  { clock }: OwedMailServices,
  order: StoredOrder,
  kind: OrderMailKind,
): Promise<OwedMail | null> {
  const [, step = 0, number = 0] = kind.split('-').map(Number)
  const invoice = await findInvoice({ db: trx, clock }, { store: order.snapshot.store, number })
  if (!invoice || invoice.orderId !== order.id)
    throw new Error(`there is no invoice for the mail ${kind} of order ${order.number}`)
  if (invoice.openMinor <= 0 || invoice.isHeld) return null
  const issued = await invoicesOf(trx, order.id)
  const invoices = issued.flatMap(({ number: each, document }) =>
    each === number && document ? [document] : [],
  )
  return { order, kind, content: 'reminder', step, invoice, invoices }
}

/**
 * The documents that a mail is sent with: the invoice of its shipment; or the credit note of its refund, with the
 * first one also the invoice that was issued for it (`captureFirst` in domain/refunds).
 */
async function documentsFor(
  trx: Kysely<DB>,
  orderId: number,
  { shipment, refund }: { shipment?: StoredShipment; refund?: StoredRefund | null },
): Promise<InvoiceDocument[]> {
  const isSent = ({ kind, number, reasonKey }: StoredInvoice): boolean => {
    if (shipment) return kind === 'invoice' && new RegExp(`^capture-\\d+-${shipment.number}$`).test(reasonKey)
    if (!refund) return false
    return kind === 'invoice'
      ? refund.number === 1 && /^capture-\d+$/.test(reasonKey)
      : number === refund.creditNote
  }
  const invoices = await invoicesOf(trx, orderId)
  return invoices.filter(isSent).flatMap(({ document }) => document ?? [])
}

/**
 * Issues the gift cards an order bought, in the transaction that mails their codes, so that both happen or
 * neither; repeating it gives the same codes. None for an order that was cancelled meanwhile.
 */
async function issueCardsOf(
  trx: Kysely<DB>,
  { keys }: OwedMailServices,
  orderId: number,
): Promise<SoldCard[]> {
  // A concurrent refund or cancellation of the order waits, or is already committed.
  await sql`select 1 from orders where id = ${orderId} for update`.execute(trx)
  const order = await requireOrder(trx, orderId)
  if (!isSettled(order.status)) return []
  return issueSoldCards(trx, keys, giftCardSale(order, await refundsOf(trx, orderId)))
}
