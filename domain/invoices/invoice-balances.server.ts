/** Reads what is paid and open of invoices, and their payments. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Minor } from '../money/money.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { dayIn } from '../stores/store-day.ts'
import type { InvoiceBalance, InvoiceName, InvoiceState } from './invoice-state.ts'

/** Conditions that must all hold; absent: any. */
export interface InvoiceFilter {
  stores?: readonly StoreCode[]
  /** `unpaid`: open, partly paid or overdue. `to_repay`: something is to be paid back to the buyer. */
  status?: InvoiceState | 'unpaid' | 'to_repay' | 'held'
  orderId?: number
  number?: number
  /** Days `YYYY-MM-DD`, both included. */
  dueFrom?: string
  dueTo?: string
  limit: number
}

const columns = sql`b.id, b.store, b.number, b.order_id as "orderId", o.number as "orderNumber", b.currency,
  b.due_on as "dueOn", b.issued_at as "issuedAt", b.amount_minor as "amountMinor", b.paid_minor as "paidMinor",
  b.credited_minor as "creditedMinor", b.written_off_minor as "writtenOffMinor", b.open_minor as "openMinor",
  b.repay_minor as "repayMinor", b.is_held as "isHeld", b.state`

/** The invoices that match, by due date. `clock`: epoch milliseconds. */
export async function invoiceBalances(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  { stores = storeCodes, status, orderId, number, dueFrom, dueTo, limit }: InvoiceFilter,
): Promise<InvoiceBalance[]> {
  const found: InvoiceBalance[] = []
  for (const store of stores) {
    const { rows } = await sql<InvoiceBalance>`
      select ${columns} from invoice_balances(${dayIn(store, clock())}::date) b join orders o on o.id = b.order_id
      where b.store = ${store}
        and (${orderId ?? null}::bigint is null or b.order_id = ${orderId ?? null})
        and (${number ?? null}::integer is null or b.number = ${number ?? null})
        and (${dueFrom ?? null}::date is null or b.due_on >= ${dueFrom ?? null})
        and (${dueTo ?? null}::date is null or b.due_on <= ${dueTo ?? null})
        and case ${status ?? null}::text
          when 'unpaid' then b.open_minor > 0
          when 'to_repay' then b.repay_minor > 0
          when 'held' then b.is_held
          else b.state = coalesce(${status ?? null}, b.state)
        end
      order by b.due_on, b.number limit ${limit}`.execute(db)
    found.push(...rows)
  }
  return found
    .toSorted(
      (a, b) => a.dueOn.localeCompare(b.dueOn) || a.store.localeCompare(b.store) || a.number - b.number,
    )
    .slice(0, limit)
}

/** Null: the store has no invoice of this number; credit notes are none. */
export async function findInvoice(
  services: { db: Kysely<DB>; clock: () => number },
  { store, number }: InvoiceName,
): Promise<InvoiceBalance | null> {
  const [invoice] = await invoiceBalances(services, { stores: [store], number, limit: 1 })
  return invoice ?? null
}

export type InvoicePaymentKind = 'payment' | 'reversal' | 'repayment' | 'write_off'

export interface InvoicePayment {
  id: number
  kind: InvoicePaymentKind
  /** Negative for a reversal, a repayment, and a write-off that was taken back. */
  amountMinor: Minor
  /** `YYYY-MM-DD`. */
  paidOn: string
  reference: string | null
  source: 'bank_file' | 'manual' | 'prepaid'
  bankEntryId: number | null
  recordedAt: Date
}

/** The payments of an invoice, oldest first. */
export async function paymentsOfInvoice(db: Kysely<DB>, invoiceId: number): Promise<InvoicePayment[]> {
  const rows = await db
    .selectFrom('invoice_payment')
    .select(['id', 'kind', 'amount_minor', 'paid_on', 'reference', 'source', 'bank_entry_id', 'recorded_at'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as InvoicePaymentKind,
    amountMinor: row.amount_minor,
    paidOn: row.paid_on,
    reference: row.reference,
    source: row.source as InvoicePayment['source'],
    bankEntryId: row.bank_entry_id,
    recordedAt: row.recorded_at,
  }))
}
