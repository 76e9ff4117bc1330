/** Invoices and credit notes: their numbers, their sums, and their stored documents. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { hashOf } from '../orders/order-hash.server.ts'
import { amountText, type BookCheck, type Difference, type Scope } from './book-check.server.ts'

const invoiceNumbers: BookCheck = {
  name: 'invoice-numbers',
  holds: 'the numbers of a store’s invoices and credit notes are 1, 2, 3 … without a gap, up to its counter',
  find: ({ stores, limit }) => sql<Difference>`
    select 'invoice ' || i.store || ' ' || i.number as concerns,
      'the number before it is ' || i.number_before as problem
    from (
      select store, number, coalesce(lag(number) over (partition by store order by number), 0) as number_before
      from invoice where store = any(${stores}::text[])
    ) i where i.number <> i.number_before + 1
    union all
    select 'invoices of ' || c.store, 'the counter is at ' || c.last_number || ', the last number is ' || coalesce(i.last_number, 0)
    from invoice_counter c left join (select store, max(number) as last_number from invoice group by store) i
      on i.store = c.store
    where c.store = any(${stores}::text[]) and c.last_number <> coalesce(i.last_number, 0)
    order by 1 limit ${limit}`,
}

const invoiceSums: BookCheck = {
  name: 'invoice-sums',
  holds:
    'an invoice is for the amount of its capture, a credit note of its refund; lines and VAT add up to it',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', invoice ' || i.store || ' ' || i.number as concerns,
      i.kind || ' of ' || ${amountText(sql`i.amount_minor`)} || ', VAT ' || ${amountText(sql`i.vat_minor`)}
        || case when p.id is null then '; there is no operation ' || i.reason_key
          else '; its operation is a ' || p.kind || ' of ' || ${amountText(sql`p.amount_minor`)} end
        || case when i.document is null then '' else '; its document says ' || ${amountText(sql`(i.document->>'payableMinor')::bigint`)}
          || ', VAT ' || ${amountText(sql`(i.document->>'vatMinor')::bigint`)} end as problem
    from invoice i join orders o on o.id = i.order_id
    left join (
      select p.id, p.kind, p.amount_minor, p.idempotency_key, a.order_id
      from payment_operation p join payment_attempt a on a.id = p.attempt_id
    ) p on p.idempotency_key = i.reason_key and p.order_id = i.order_id
    where i.store = any(${stores}::text[])
      and (p.id is null or p.amount_minor <> i.amount_minor or i.store <> o.store or i.currency <> o.currency
        or p.kind <> case i.kind when 'invoice' then 'capture' else 'refund' end
        or i.document is not null and (
          (i.document->>'payableMinor')::bigint <> i.amount_minor or (i.document->>'vatMinor')::bigint <> i.vat_minor
          or (i.document->>'number')::integer <> i.number or i.document->>'orderNumber' <> o.number
          or (i.document->>'netMinor')::bigint + (i.document->>'vatMinor')::bigint <> (i.document->>'grossMinor')::bigint
          or (select coalesce(sum((line->>'grossMinor')::bigint), 0) from jsonb_array_elements(i.document->'lines') as line)
            <> (i.document->>'grossMinor')::bigint
          or (select coalesce(sum((rate->>'vatMinor')::bigint), 0) from jsonb_array_elements(i.document->'vat') as rate)
            <> (i.document->>'vatMinor')::bigint
          or (i.document->>'grossMinor')::bigint
            - (select coalesce(sum((card->>'amountMinor')::bigint), 0) from jsonb_array_elements(i.document->'giftCards') as card)
            <> (i.document->>'payableMinor')::bigint))
    union all
    select 'order ' || o.number, 'the ' || p.kind || ' of ' || ${amountText(sql`p.amount_minor`)} || ' on invoice has no invoice or credit note'
    from payment_operation p join payment_attempt a on a.id = p.attempt_id join orders o on o.id = a.order_id
    where a.store = any(${stores}::text[]) and a.provider = 'invoice' and p.kind in ('capture', 'refund') and p.status = 'done'
      and not exists (select from invoice i where i.reason_key = p.idempotency_key)
    order by 1 limit ${limit}`,
}

export const invoiceChecks: readonly BookCheck[] = [invoiceNumbers, invoiceSums]

/** The rule of `findChangedDocuments`. */
export const invoiceDocuments = {
  name: 'invoice-documents',
  holds: 'every stored invoice is as it was issued: its hash is that of its document',
} as const

const pageSize = 500

/** Invoices whose document has another hash than the one stored with it. Reads them in pages. */
export async function findChangedDocuments(db: Kysely<DB>, { stores, limit }: Scope): Promise<Difference[]> {
  const found: Difference[] = []
  for (let after = 0; found.length < limit;) {
    const page = await db
      .selectFrom('invoice')
      .select(['id', 'store', 'number', 'document', 'document_hash'])
      .where('id', '>', after)
      .where('store', 'in', stores)
      .where('document', 'is not', null)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { store, number, document, document_hash } of page)
      if (hashOf(document) !== document_hash)
        found.push({
          concerns: `invoice ${store} ${number}`,
          problem: 'its document is not as it was issued',
        })
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    after = last.id
  }
  return found.slice(0, limit)
}
