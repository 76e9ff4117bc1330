/** Invoices and credit notes: their numbers, their sums, and their stored documents. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { hashOf } from '../orders/order-hash.server.ts'
import { amountText, paidStatuses, type BookCheck, type Difference, type Scope } from './book-check.server.ts'

const invoiceNumbers: BookCheck = {
  name: 'invoice-numbers',
  holds:
    'the numbers of a store’s invoices and credit notes follow its first one without a gap, up to its counter',
  find: ({ stores, limit }) => sql<Difference>`
    select 'invoice ' || i.store || ' ' || i.number as concerns,
      'the number before it is ' || i.number_before as problem
    from (
      select i.store, i.number,
        coalesce(lag(i.number) over (partition by i.store order by i.number), c.first_number - 1) as number_before
      from invoice i join invoice_counter c on c.store = i.store where i.store = any(${stores}::text[])
    ) i where i.number <> i.number_before + 1
    union all
    select 'invoices of ' || c.store, 'the counter is at ' || c.last_number || ', the last number is ' || coalesce(i.last_number, c.first_number - 1)
    from invoice_counter c left join (select store, max(number) as last_number from invoice group by store) i
      on i.store = c.store
    where c.store = any(${stores}::text[]) and c.last_number <> coalesce(i.last_number, c.first_number - 1)
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

const invoicePayments: BookCheck = {
  name: 'invoice-payments',
  holds:
    'what is paid on an invoice is between zero and its amount, and an order on invoice is paid once its invoices are',
  find: ({ stores, limit }) => sql<Difference>`
    with paid as (
      select i.id, i.store, i.number, i.order_id, i.kind, i.amount_minor,
        coalesce(sum(p.amount_minor) filter (where p.kind <> 'write_off'), 0) as paid_minor,
        coalesce(sum(p.amount_minor) filter (where p.kind = 'write_off'), 0) as written_off_minor
      from invoice i left join invoice_payment p on p.invoice_id = i.id
      where i.store = any(${stores}::text[]) group by i.id
    )
    select 'invoice ' || i.store || ' ' || i.number as concerns,
      i.kind || ' of ' || ${amountText(sql`i.amount_minor`)} || ', paid ' || ${amountText(sql`i.paid_minor`)}
        || ', written off ' || ${amountText(sql`i.written_off_minor`)} as problem
    from paid i
    where i.paid_minor < 0 or i.written_off_minor < 0 or i.paid_minor + i.written_off_minor > i.amount_minor
      or i.kind <> 'invoice' and (i.paid_minor <> 0 or i.written_off_minor <> 0)
    union all
    select 'order ' || o.number, case when o.paid_at is null then 'is not marked as paid' else 'is marked as paid' end
        || ', it owes ' || ${amountText(sql`a.amount_minor - a.refunded_minor - s.uncollected_minor`)} || ', invoiced '
        || ${amountText(sql`s.amount_minor`)} || ', paid ' || ${amountText(sql`s.paid_minor`)}
    from (
      select order_id, sum(amount_minor) filter (where kind = 'invoice') as amount_minor, sum(paid_minor) as paid_minor,
        coalesce(sum(amount_minor) filter (where kind = 'credit_note'), 0) as credited_minor,
        coalesce((select sum(r.uncollected_minor) from refund r where r.order_id = paid.order_id), 0) as uncollected_minor
      from paid group by order_id
    ) s join orders o on o.id = s.order_id
    join payment_attempt a on a.order_id = o.id and a.provider = 'invoice' and a.status in ${paidStatuses}
    where o.paid_at is not null and s.paid_minor + s.credited_minor < s.amount_minor
      or o.paid_at is null and s.paid_minor > 0
        and s.paid_minor >= a.amount_minor - a.refunded_minor - s.uncollected_minor
    order by 1 limit ${limit}`,
}

const bankEntries: BookCheck = {
  name: 'bank-entries',
  holds:
    'an entry of a bank file is on invoices, waits for staff, or was closed by them, with all of its amount',
  find: ({ stores, limit }) => sql<Difference>`
    select 'bank entry ' || e.id as concerns,
      'of ' || ${amountText(sql`e.amount_minor`)} || ', on invoices ' || ${amountText(sql`p.paid_minor`)}
        || ', on none ' || ${amountText(sql`e.unassigned_minor`)} as problem
    from bank_entry e cross join lateral (
      select coalesce(sum(case when e.is_reversal then -p.amount_minor else p.amount_minor end), 0) as paid_minor
      from invoice_payment p where p.bank_entry_id = e.id and p.kind <> 'write_off'
    ) p
    where e.store = any(${stores}::text[])
      and (p.paid_minor + e.unassigned_minor <> e.amount_minor
        or e.unassigned_minor > 0 and e.problem is null and e.dismissed_reason is null)
    order by 1 limit ${limit}`,
}

const invoiceReminders: BookCheck = {
  name: 'invoice-reminders',
  holds: 'only an invoice that was due, and neither paid nor credited, was reminded',
  find: ({ stores, limit }) => sql<Difference>`
    select 'invoice ' || i.store || ' ' || i.number as concerns,
      'was reminded on ' || to_char(r.reminded_at at time zone 'UTC', 'YYYY-MM-DD') || ', was due on ' || i.due_at
        || ', of ' || ${amountText(sql`i.amount_minor`)} || ' paid by then ' || ${amountText(sql`p.minor`)} as problem
    from invoice_reminder r join invoice i on i.id = r.invoice_id
    cross join lateral (
      select coalesce(sum(p.amount_minor), 0) as minor from invoice_payment p
      where p.invoice_id = i.id and p.recorded_at < r.reminded_at
    ) p
    cross join lateral (
      select coalesce(sum(other.amount_minor) filter (where other.kind = 'credit_note'), 0) as credited_minor,
        coalesce(sum(other.amount_minor) filter (where other.kind = 'invoice'), 0) as invoiced_minor
      from invoice other where other.order_id = i.order_id and other.issued_at < r.reminded_at
    ) o
    where i.store = any(${stores}::text[])
      and (r.reminded_at::date <= i.due_at or p.minor >= i.amount_minor or o.credited_minor >= o.invoiced_minor)
    order by 1 limit ${limit}`,
}

export const invoiceChecks: readonly BookCheck[] = [
  invoiceNumbers,
  invoiceSums,
  invoicePayments,
  bankEntries,
  invoiceReminders,
]

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
