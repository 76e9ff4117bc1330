-- Append-only tables: rows are never updated or deleted.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create or replace trigger price_history_is_append_only before update or delete or truncate on price_history
  for each statement execute function refuse_change();

create or replace trigger order_event_is_append_only before update or delete or truncate on order_event
  for each statement execute function refuse_change();

create or replace trigger gift_card_entry_is_append_only before update or delete or truncate on gift_card_entry
  for each statement execute function refuse_change();

create or replace trigger refund_is_append_only before update or delete or truncate on refund
  for each statement execute function refuse_change();

create or replace trigger operator_action_is_append_only before update or delete or truncate on operator_action
  for each statement execute function refuse_change();

create or replace trigger audit_entry_is_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

create or replace trigger invoice_payment_is_append_only before update or delete or truncate on invoice_payment
  for each statement execute function refuse_change();

create or replace trigger rounded_price_is_append_only before update or delete or truncate on rounded_price
  for each statement execute function refuse_change();
