/**
 * Issues invoices and credit notes with gapless numbers: the issuing transaction locks the store's counter,
 * so a number exists only together with its invoice. Idempotent per reason.
 */
import type { Minor } from '../money/money.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

export interface InvoiceRequest {
  orderId: number
  kind: 'invoice' | 'credit_note'
  /** Identifies the capture or refund it is for. */
  reasonKey: string
  amountMinor: Minor
  vatMinor: Minor
  /** Epoch milliseconds. */
  issuedAt: number
}

/** Days until payment is due, as checkout and confirmation state. */
const paymentTermDays = 14

/** The invoice's number; for a known reason, the number issued before. */
export async function issueInvoice(db: Kysely<DB>, request: InvoiceRequest): Promise<{ number: number }> {
  return db.isTransaction ? issue(db, request) : db.transaction().execute((trx) => issue(trx, request))
}

async function issue(trx: Kysely<DB>, request: InvoiceRequest): Promise<{ number: number }> {
  const issuedAt = new Date(request.issuedAt)
  const dueAt = new Date(request.issuedAt + paymentTermDays * 86_400_000).toISOString().slice(0, 10)
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
  await sql`insert into invoice (store, number, kind, order_id, reason_key, amount_minor, vat_minor, currency, due_at, issued_at)
    select store, ${number}, ${request.kind}, id, ${request.reasonKey}, ${request.amountMinor}, ${request.vatMinor}, currency,
      ${request.kind === 'invoice' ? dueAt : null}::date, ${issuedAt} from orders where id = ${request.orderId}`.execute(
    trx,
  )
  return { number }
}
