-- What was paid on invoices, the entries of imported bank files, and payment reminders.

-- Incoming money, or its reversal, as a bank reported it. Each entry is stored once, whichever files hold it.
create table bank_entry (
  id bigint generated always as identity primary key,
  store store_code not null,
  -- SHA-256 of what identifies the entry (domain/bank-entries).
  entry_key text not null unique check (entry_key ~ '^[0-9a-f]{64}$'),
  -- IBAN, or the bank's other form, of the account that was paid to.
  account text not null,
  booked_on date not null,
  amount_minor minor_units not null check (amount_minor > 0),
  currency text not null,
  is_reversal boolean not null,
  -- The bank's own reference of the entry.
  bank_reference text,
  -- The structured references that the payer gave (OCR, KID, FIK, RF).
  payment_references text[] not null,
  -- Personal data, for staff who look for the invoice; emptied once the entry is settled.
  payer text,
  message text,
  -- Why it waits for staff; null: it is settled.
  problem text,
  -- The part that is on no invoice.
  unassigned_minor minor_units not null,
  -- Why staff closed it without an invoice.
  dismissed_reason text,
  file_name text not null,
  imported_at timestamptz not null,
  check (unassigned_minor <= amount_minor),
  check (dismissed_reason is null or problem is null)
);
create index on bank_entry (booked_on) where problem is not null;

-- Append-only. `payment` and `write_off` settle the invoice; `reversal` and `repayment` (negative) take a payment back.
-- A write-off is taken back by a negative one.
create table invoice_payment (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoice,
  kind text not null check (kind in ('payment', 'reversal', 'repayment', 'write_off')),
  amount_minor bigint not null,
  paid_on date not null,
  -- As the bank or the operator stated it.
  reference text check (char_length(reference) <= 140),
  -- `prepaid`: the order was paid before its invoice was issued.
  source text not null check (source in ('bank_file', 'manual', 'prepaid')),
  bank_entry_id bigint references bank_entry,
  recorded_at timestamptz not null,
  check (case kind when 'payment' then amount_minor > 0 when 'write_off' then amount_minor <> 0 else amount_minor < 0 end),
  check ((source = 'bank_file') = (bank_entry_id is not null))
);
create index on invoice_payment (invoice_id);
create index on invoice_payment (bank_entry_id) where bank_entry_id is not null;

-- Invoices that are not reminded, because the buyer disputes them.
create table invoice_hold (
  invoice_id bigint primary key references invoice,
  reason text not null check (char_length(reason) between 1 and 500),
  held_at timestamptz not null
);

-- Reminders, one of each step.
create table invoice_reminder (
  invoice_id bigint not null references invoice,
  step smallint not null check (step >= 1),
  reminded_at timestamptz not null,
  primary key (invoice_id, step)
);

create index invoice_due on invoice (due_at) where kind = 'invoice';

-- Orders on invoice that were marked as paid: their invoices are paid, but for what was credited.
insert into invoice_payment (invoice_id, kind, amount_minor, paid_on, source, recorded_at)
select id, 'payment', amount_minor - credited_minor, paid_on, 'manual', now()
from (
  select i.id, i.amount_minor, o.paid_at::date as paid_on,
    greatest(0, least(i.amount_minor, coalesce(c.amount_minor, 0)
      - coalesce(sum(i.amount_minor) over (partition by i.order_id order by i.number
        rows between unbounded preceding and 1 preceding), 0))) as credited_minor
  from invoice i join orders o on o.id = i.order_id
  left join (select order_id, sum(amount_minor) as amount_minor from invoice where kind = 'credit_note' group by order_id) c
    on c.order_id = i.order_id
  where i.kind = 'invoice' and o.payment_provider = 'invoice' and o.paid_at is not null
) i where amount_minor > credited_minor;
