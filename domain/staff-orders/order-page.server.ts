/** All that staff see of an order, in one answer. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { withActorNames, type NamedAuditEntry } from '../audit/actor-names.server.ts'
import { listAudit } from '../audit/audit-repository.server.ts'
import { invoiceBalances } from '../invoices/invoice-balances.server.ts'
import { invoicesOf, type StoredInvoice } from '../invoices/invoice-repository.server.ts'
import type { InvoiceBalance } from '../invoices/invoice-state.ts'
import { addressChanges, type AddressChange } from '../dispatch/change-address.server.ts'
import { changedDatesOf } from '../dispatch/line-dates.server.ts'
import type { ChangedDates } from '../dispatch/still-to-come.ts'
import { findOrderByNumber, type StoredOrder } from '../orders/order-repository.server.ts'
import { recipientOf, type OrderRecipient, type OrderSnapshot } from '../orders/order-snapshot.ts'
import { parcelsOf, type StoredParcel } from '../parcels/parcel-repository.server.ts'
import {
  paymentsOf,
  type PaymentOperationSummary,
  type PaymentSummary,
} from '../payments/payment-list.server.ts'
import type { ProductId } from '../products/product-id.ts'
import { setPartsOf, type SetPart } from '../dispatch/set-parts.server.ts'
import { refundRequestsOf, type RefundRequestEntry } from '../refunds/refund-requests.server.ts'
import { zeroMinor, type Minor } from '../money/money.ts'
import { operationSums } from '../payments/payment-operations.server.ts'
import { refundStateOf } from '../refunds/collected.ts'
import { reducibleMinor } from '../refunds/allocate-refund.ts'
import { refundsOf, type StoredRefund } from '../refunds/refund-repository.server.ts'
import type { LineUnits } from '../shipments/order-units.ts'
import { shipmentsOf, type StoredShipment } from '../shipments/shipment-repository.server.ts'
import { creditUnderReview } from '../credit/credit-review.server.ts'
import type { OpenCredit } from '../stores/store.ts'
import { orderNotes, type OrderNote } from '../order-notes/order-notes.server.ts'
import { staffOfOrder, type StaffOrderPayment } from './place-staff-order.server.ts'

export interface OrderPage {
  order: StoredOrder
  accountId: number | null
  /** Who of staff prepared it; null: its buyer placed it alone. */
  staff: { name: string; payment: StaffOrderPayment } | null
  payments: PaymentSummary[]
  operations: PaymentOperationSummary[]
  shipments: StoredShipment[]
  /** What became of the units of each line, by its uuid. */
  units: ReadonlyMap<string, LineUnits>
  /** How much the price of each line can be reduced, by its uuid. */
  reducible: ReadonlyMap<string, Minor>
  parcels: StoredParcel[]
  refunds: StoredRefund[]
  refundRequests: RefundRequestEntry[]
  /** Where the buyer let the goods go, and each change by staff; empty where nobody changed it. */
  addressChanges: AddressChange[]
  /** The dates of its lines that changed since. */
  changedDates: ChangedDates
  /** The parts of the sets among its lines. */
  setParts: Map<ProductId, SetPart[]>
  orderedRecipient: OrderRecipient
  invoices: StoredInvoice[]
  /** What is open of the invoices; credit notes have none. */
  balances: InvoiceBalance[]
  /** `dismissedAt`: when staff gave up a mail that could not be sent. */
  mails: { kind: string; sentAt: Date | null; dismissedAt: Date | null; resends: number }[]
  notes: OrderNote[]
  /** The open credit for which the order is held; null: it is not. */
  creditUnderReview: OpenCredit | null
  /** Newest first, at most 500 entries. */
  timeline: NamedAuditEntry[]
}

/** Most invoices of an order: one for each shipment. */
const mostInvoices = 100

/** The mails of an order, oldest first; then gift cards that should have left to their recipients: `gift-card-3`. */
async function mailsOf(db: Kysely<DB>, orderId: number): Promise<OrderPage['mails']> {
  const mails = await db
    .selectFrom('order_mail')
    .select(['kind', 'sent_at as sentAt', 'dismissed_at as dismissedAt', 'resends'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
  const { rows: gifts } = await sql<{ kind: string; dismissedAt: Date | null; resends: number }>`
    select 'gift-card-' || id as kind, dismissed_at as "dismissedAt", resends from gift_card_delivery
    where order_id = ${orderId} and status = 'waiting' and due_at < now() order by id`.execute(db)
  return [...mails, ...gifts.map((gift) => ({ ...gift, sentAt: null }))]
}

/** Null: there is no such order. */
export async function readOrderPage(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  number: string,
): Promise<OrderPage | null> {
  const order = await findOrderByNumber(db, number)
  if (!order) return null
  const [
    account,
    { payments, operations },
    shipments,
    parcels,
    refunds,
    invoices,
    balances,
    mails,
    notes,
    entries,
    refundRequests,
    changes,
    changedDates,
    setParts,
    ordered,
    staff,
    underReview,
  ] = await Promise.all([
    db.selectFrom('orders').select('account_id').where('id', '=', order.id).executeTakeFirst(),
    paymentsOf(db, number),
    shipmentsOf(db, order.id),
    parcelsOf(db, order.id),
    refundsOf(db, order.id),
    invoicesOf(db, order.id),
    invoiceBalances(
      { db, clock },
      { stores: [order.snapshot.store], orderId: order.id, limit: mostInvoices },
    ),
    mailsOf(db, order.id),
    orderNotes(db, order.id),
    listAudit(db, { objectKind: 'order', objectId: order.number, limit: 500 }),
    refundRequestsOf(db, order.id),
    addressChanges(db, order.id),
    changedDatesOf(db, order.id),
    setPartsOf(
      db,
      order.snapshot.store,
      order.snapshot.lines.map(({ productId }) => productId),
    ),
    db.selectFrom('orders').select('snapshot').where('id', '=', order.id).executeTakeFirstOrThrow(),
    staffOfOrder(db, order.id),
    creditUnderReview(db, order.id),
  ])
  const attemptId = payments.at(-1)?.id
  const captureMinor = attemptId === undefined ? zeroMinor : (await operationSums(db, attemptId)).captureMinor
  const state = refundStateOf(order, { shipments, refunds }, captureMinor)
  return {
    order,
    units: state.units,
    reducible: reducibleMinor(order.snapshot, refunds, state),
    accountId: account?.account_id ?? null,
    staff,
    payments,
    operations,
    shipments,
    parcels,
    refunds,
    invoices,
    balances,
    mails,
    notes,
    refundRequests,
    addressChanges: changes,
    changedDates,
    setParts,
    creditUnderReview: underReview,
    orderedRecipient: recipientOf(ordered.snapshot as unknown as OrderSnapshot),
    timeline: await withActorNames(db, entries),
  }
}
