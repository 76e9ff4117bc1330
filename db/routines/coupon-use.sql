-- Counts the uses of coupon codes by orders.

-- Counts an order's uses of the codes: one conditional update per limited code, in the order of their ids so
-- that two orders cannot deadlock. Returns the first code that is used up; the caller must then roll back.
create or replace function use_coupons(of_order bigint, codes jsonb, of_customer text) returns text language plpgsql as $$
declare wanted record; per_customer integer;
begin
  for wanted in
    select id, code, usage_limit is not null or usage_limit_per_customer is not null as limited from coupon
    where code in (select jsonb_array_elements_text(codes)) order by id
  loop
    if wanted.limited then
      -- The row stays locked until the transaction ends, so no other transaction counts this code in the
      -- meantime.
      update coupon set used = used + 1
      where id = wanted.id and disabled_at is null and (usage_limit is null or used < usage_limit)
      returning usage_limit_per_customer into per_customer;
      if not found then return wanted.code; end if;
      if per_customer <= (select count(*) from coupon_use
        where coupon_id = wanted.id and customer_key = of_customer and released_at is null)
      then return wanted.code; end if;
    end if;
    insert into coupon_use (coupon_id, order_id, customer_key) values (wanted.id, of_order, of_customer);
  end loop;
  return null;
end $$;

-- An order that fails or is cancelled releases its uses. One whose payment arrives late counts them again,
-- even beyond the limit, because staff review such an order anyway.
create or replace function follow_order_with_coupons() returns trigger language plpgsql as $$
declare held record; gives_back boolean := new.status in ('payment_failed', 'cancelled');
begin
  for held in
    select coupon_id from coupon_use where order_id = new.id and (released_at is null) = gives_back order by coupon_id
  loop
    update coupon set used = case when gives_back then greatest(0, used - 1) else used + 1 end
    where id = held.coupon_id and (usage_limit is not null or usage_limit_per_customer is not null);
    update coupon_use set released_at = case when gives_back then now() end
    where coupon_id = held.coupon_id and order_id = new.id;
  end loop;
  return null;
end $$;

create or replace trigger order_gives_coupons_back after update of status on orders for each row
  when ((new.status in ('payment_failed', 'cancelled')) <> (old.status in ('payment_failed', 'cancelled')))
  execute function follow_order_with_coupons();
