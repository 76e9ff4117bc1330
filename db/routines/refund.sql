-- The refunds of an order never exceed the amount paid.
create or replace function keep_refunds_within_order() returns trigger language plpgsql as $$
begin
  if (select sum(amount_minor) from refund where order_id = new.order_id)
    > (select total_minor from orders where id = new.order_id)
  then raise exception 'order % would give back more than was paid', new.order_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger refunds_stay_within_order after insert on refund for each row
  execute function keep_refunds_within_order();
