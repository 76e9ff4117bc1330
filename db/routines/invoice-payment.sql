-- What is paid on an invoice, and what of it is open.

-- Payments of an invoice are between zero and its amount, and so are its write-offs.
create or replace function keep_payments_within_invoice() returns trigger language plpgsql as $$
begin
  if exists (
    select from invoice i, lateral (
      select coalesce(sum(p.amount_minor) filter (where p.kind <> 'write_off'), 0) as paid_minor,
        coalesce(sum(p.amount_minor) filter (where p.kind = 'write_off'), 0) as written_off_minor
      from invoice_payment p where p.invoice_id = i.id
    ) p
    where i.id = new.invoice_id and (i.kind <> 'invoice' or p.paid_minor < 0 or p.written_off_minor < 0
      or p.paid_minor + p.written_off_minor > i.amount_minor)
  ) then
    raise exception 'the payments of invoice % exceed it, or take back more than was paid', new.invoice_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger payments_stay_within_invoice after insert on invoice_payment for each row
  execute function keep_payments_within_invoice();

-- The invoices (no credit notes) with what is paid, credited, written off and open of each, and its state on the day
-- `today`. The credit notes of an order settle what is not paid of its invoices, the lowest number first; what is left
-- of them is owed to the buyer (`repay_minor`), again the lowest number first.
create or replace function invoice_balances(today date) returns table (
  id bigint, store text, number integer, order_id bigint, currency text, due_on date, issued_at timestamptz,
  amount_minor bigint, paid_minor bigint, credited_minor bigint, written_off_minor bigint, open_minor bigint,
  repay_minor bigint, is_held boolean, state text
) language sql stable as $$
  select b.*, case
      when b.open_minor > 0 then case when b.due_on < today then 'overdue' when b.paid_minor > 0 then 'partly_paid' else 'open' end
      when b.written_off_minor > 0 then 'written_off'
      when b.credited_minor = b.amount_minor then 'credited'
      else 'paid'
    end
  from (
    select i.id, i.store::text, i.number, i.order_id, i.currency, i.due_at as due_on, i.issued_at,
      i.amount_minor::bigint, p.paid_minor, c.credited_minor, p.written_off_minor,
      greatest(0, i.amount_minor - p.paid_minor - c.credited_minor - p.written_off_minor) as open_minor,
      greatest(0, least(p.paid_minor, o.credit_minor - o.unpaid_minor - o.paid_before_minor)) as repay_minor,
      exists (select from invoice_hold h where h.invoice_id = i.id) as is_held
    from invoice i
    cross join lateral (
      select coalesce(sum(p.amount_minor) filter (where p.kind <> 'write_off'), 0)::bigint as paid_minor,
        coalesce(sum(p.amount_minor) filter (where p.kind = 'write_off'), 0)::bigint as written_off_minor
      from invoice_payment p where p.invoice_id = i.id
    ) p
    cross join lateral (
      select coalesce(sum(other.amount_minor) filter (where other.kind = 'credit_note'), 0)::bigint as credit_minor,
        coalesce(sum(other.amount_minor - paid.minor) filter (where other.kind = 'invoice'), 0)::bigint as unpaid_minor,
        coalesce(sum(other.amount_minor - paid.minor) filter (where other.kind = 'invoice' and other.number < i.number), 0)::bigint as unpaid_before_minor,
        coalesce(sum(paid.minor) filter (where other.kind = 'invoice' and other.number < i.number), 0)::bigint as paid_before_minor
      from invoice other cross join lateral (
        select coalesce(sum(q.amount_minor), 0)::bigint as minor from invoice_payment q
        where q.invoice_id = other.id and q.kind <> 'write_off'
      ) paid
      where other.order_id = i.order_id
    ) o
    cross join lateral (
      select greatest(0, least(i.amount_minor - p.paid_minor, o.credit_minor - o.unpaid_before_minor)) as credited_minor
    ) c
    where i.kind = 'invoice'
  ) b
$$;
