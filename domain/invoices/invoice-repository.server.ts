/** Reads issued invoices and credit notes. `issueInvoice` alone writes them. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { hashOf } from '../orders/order-hash.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { InvoiceDocument, InvoiceKind } from './invoice-document.ts'

export interface StoredInvoice {
  store: StoreCode
  number: number
  kind: InvoiceKind
  /** The capture or refund it is for. */
  reasonKey: string
  issuedAt: Date
  /** Null for those issued before documents were stored. */
  document: InvoiceDocument | null
}

/** The invoices and credit notes of an order, by number. Throws where a document is not as it was issued. */
export async function invoicesOf(db: Kysely<DB>, orderId: number): Promise<StoredInvoice[]> {
  const rows = await db
    .selectFrom('invoice')
    .select(['store', 'number', 'kind', 'reason_key', 'issued_at', 'document', 'document_hash'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
  return rows.map((row) => {
    const document = row.document as unknown as InvoiceDocument | null
    if (document && hashOf(document) !== row.document_hash)
      throw new Error(`invoice ${row.store} ${row.number} is not as it was issued`)
    return {
      store: row.store,
      number: row.number,
      kind: row.kind as InvoiceKind,
      reasonKey: row.reason_key,
      issuedAt: row.issued_at,
      document,
    }
  })
}
