/**
 * Issues invoices and credit notes with gapless numbers: the issuing transaction locks the store's counter,
 * so a number exists only together with its invoice. Each store is a legal entity of its own. Idempotent per reason.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { hashOf } from '../orders/order-hash.server.ts'
import { findOrderById } from '../orders/order-repository.server.ts'
import type { BasketLine } from '../payments/payment-provider.ts'
import { invoiceDocument, type InvoiceDocument } from './invoice-document.ts'

export interface InvoiceRequest {
  orderId: number
  kind: 'invoice' | 'credit_note'
  /** Identifies the capture or refund it is for. */
  reasonKey: string
  /** What is invoiced or credited; gift cards that paid are lines with a negative amount. */
  lines: readonly BasketLine[]
  /** Epoch milliseconds. */
  issuedAt: number
}

/** The invoice's number; for a known reason, the number issued before. */
export async function issueInvoice(db: Kysely<DB>, request: InvoiceRequest): Promise<{ number: number }> {
  return db.isTransaction ? issue(db, request) : db.transaction().execute((trx) => issue(trx, request))
}

async function issue(trx: Kysely<DB>, request: InvoiceRequest): Promise<{ number: number }> {
  // The counter's row is locked before any look-up, so concurrent issuers of one reason are serialised.
  const counter = await trx
    .selectFrom('invoice_counter')
    .innerJoin('orders', 'orders.store', 'invoice_counter.store')
    .select(['invoice_counter.last_number', 'invoice_counter.store'])
    .where('orders.id', '=', request.orderId)
    .forUpdate('invoice_counter')
    .executeTakeFirst()
  if (!counter) throw new Error(`no order ${request.orderId} to invoice`)
  const known = await trx
    .selectFrom('invoice')
    .select('number')
    .where('reason_key', '=', request.reasonKey)
    .executeTakeFirst()
  if (known) return known
  const number = counter.last_number + 1
  await trx
    .updateTable('invoice_counter')
    .set({ last_number: number })
    .where('store', '=', counter.store)
    .execute()
  const document = await documentOf(trx, request, number)
  const { id } = await trx
    .insertInto('invoice')
    .values({
      store: document.store,
      number,
      kind: request.kind,
      order_id: request.orderId,
      reason_key: request.reasonKey,
      amount_minor: document.payableMinor,
      vat_minor: document.vatMinor,
      currency: document.currency,
      due_at: document.dueOn,
      issued_at: new Date(request.issuedAt),
      document: JSON.stringify(document),
      document_hash: hashOf(document),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (request.kind === 'invoice') await payWhenPrepaid(trx, request, id, document)
  return { number }
}

/** The invoice of an order that was paid before is paid from the start. */
async function payWhenPrepaid(
  trx: Kysely<DB>,
  { orderId, issuedAt }: InvoiceRequest,
  invoiceId: number,
  { payableMinor, issuedOn }: InvoiceDocument,
): Promise<void> {
  const order = await findOrderById(trx, orderId)
  if (!order?.paidAt || payableMinor <= 0) return
  await trx
    .insertInto('invoice_payment')
    .values({
      invoice_id: invoiceId,
      kind: 'payment',
      amount_minor: payableMinor,
      paid_on: issuedOn,
      source: 'prepaid',
      recorded_at: new Date(issuedAt),
    })
    .execute()
}

async function documentOf(
  trx: Kysely<DB>,
  { orderId, kind, lines, issuedAt }: InvoiceRequest,
  number: number,
): Promise<InvoiceDocument> {
  const order = await findOrderById(trx, orderId)
  if (!order) throw new Error(`no order ${orderId} to invoice`)
  const corrected = await trx
    .selectFrom('invoice')
    .select('number')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .orderBy('number')
    .execute()
  const corrects = kind === 'credit_note' ? corrected.map((invoice) => invoice.number) : []
  return invoiceDocument({
    kind,
    number,
    orderNumber: order.number,
    snapshot: order.snapshot,
    lines,
    issuedAt,
    corrects,
  })
}
