-- Locks the keys until the transaction ends, in the order given, and returns the open credit per kind of key:
-- what orders on invoice that did not fail owe, less refunds, what was cancelled before it was invoiced, and payments. For networks only orders since `network_since`
-- count. The sum is read after the locks are taken, so it includes what earlier transactions committed.
create or replace function lock_open_credit(of_store text, locks bigint[], kinds text[], digests bytea[], network_since timestamptz)
returns table (kind text, open_minor bigint, open_orders bigint) language plpgsql volatile as $$
declare lock bigint;
begin
  foreach lock in array locks loop
    perform pg_advisory_xact_lock(lock);
  end loop;
  return query
    select owed.kind, sum(owed.minor)::bigint, count(*)
    from (
      select wanted.kind, c.amount_minor
          - coalesce((select sum(r.to_provider_minor + r.uncollected_minor) from refund r where r.order_id = c.order_id), 0)
          - coalesce((select sum(p.amount_minor) from invoice i join invoice_payment p on p.invoice_id = i.id
            where i.order_id = c.order_id and p.kind <> 'write_off'), 0) as minor
      from unnest(kinds, digests) as wanted (kind, digest)
      join credit_key k on k.kind = wanted.kind and k.digest = wanted.digest
      join order_credit c on c.order_id = k.order_id
      join orders o on o.id = c.order_id
      where o.store = of_store and o.paid_at is null and o.status not in ('payment_failed', 'cancelled', 'returned')
        and (wanted.kind <> 'network' or o.placed_at >= network_since)
    ) as owed
    where owed.minor > 0 group by owed.kind;
end $$;
