-- Returned goods that are exchanged for another variant of the same product.

alter table order_return_line
  -- What the buyer gets instead, with its price as it was shown: domain/returns/exchange.ts, ExchangeTerms.
  add column exchange jsonb;

alter table order_return
  -- The order by which the new goods are sent.
  add column exchange_order_id bigint unique references orders,
  drop constraint order_return_refund_check,
  add constraint order_return_refund_check check (case status
    when 'refunded' then refund_number is not null and exchange_order_id is null
    when 'exchanged' then refund_number is not null and exchange_order_id is not null
    else refund_number is null and exchange_order_id is null end);

do $$
declare name text;
begin
  select conname into strict name from pg_constraint
  where conrelid = 'refund'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%to_gift_cards_minor%';
  execute format('alter table refund drop constraint %I', name);
end $$;

alter table refund
  -- The part that pays for the order of an exchange; it stays with the payment.
  add column exchanged_minor minor_units not null default 0,
  -- Of an exchange's order: the part that is refunded to the payment of the order before it.
  add column to_origin_minor minor_units not null default 0,
  add constraint refund_parts_check check (
    amount_minor = to_provider_minor + to_gift_cards_minor + exchanged_minor + to_origin_minor
    and vat_minor <= amount_minor),
  drop constraint refund_reason_check,
  add constraint refund_reason_check check (reason in ('withdrawal', 'complaint', 'not_delivered', 'price_reduction',
    'goodwill', 'cancelled', 'deposit', 'exchange'));
