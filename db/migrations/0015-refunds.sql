-- What an order gave back, and when it was paid.

-- Null while an invoice waits for its money. Bought gift cards are sent when it is set.
alter table orders add paid_at timestamptz;
update orders set paid_at = finalized_at where payment_provider <> 'invoice';

create table refund (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- 1, 2, … within its order.
  number integer not null check (number >= 1),
  -- Who asks again with the same key is answered with the same refund.
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 100),
  -- What was asked for, to tell a repetition from another refund under the same key.
  request jsonb not null,
  reason text not null check (reason in ('withdrawal', 'complaint', 'not_delivered', 'price_reduction', 'goodwill', 'cancelled')),
  -- domain/orders/refund.ts, Refund: the next refund is worked out from all before it.
  parts jsonb not null,
  amount_minor minor_units not null,
  vat_minor minor_units not null,
  to_provider_minor minor_units not null,
  to_gift_cards_minor minor_units not null,
  -- Number of the credit note in the order's store; they stand in one row of numbers with the invoices, without gaps.
  credit_note integer not null,
  recorded_at timestamptz not null,
  unique (order_id, number),
  unique (order_id, idempotency_key),
  check (amount_minor = to_provider_minor + to_gift_cards_minor and vat_minor <= amount_minor)
);
create trigger refund_is_append_only before update or delete or truncate on refund
  for each statement execute function refuse_change();

-- However a refund came about: together they never give back more than was paid.
create function keep_refunds_within_order() returns trigger language plpgsql as $$
begin
  if (select sum(amount_minor) from refund where order_id = new.order_id)
    > (select total_minor from orders where id = new.order_id)
  then raise exception 'order % would give back more than was paid', new.order_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger refunds_stay_within_order after insert on refund for each row
  execute function keep_refunds_within_order();
