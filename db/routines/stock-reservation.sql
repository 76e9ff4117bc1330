-- Reserves an order's units in the stock pools and releases them.

-- Reserves an order's units: one conditional update per product, in the order of product ids so that two
-- orders cannot deadlock. Returns the first product that has too few units; the caller must then roll back.
-- Null: all units are reserved.
create or replace function reserve_stock(of_order bigint) returns integer language plpgsql as $$
declare wanted record;
begin
  perform set_config('anode.stock_reason', 'sale', true), set_config('anode.stock_reference', of_order::text, true);
  for wanted in
    select product_id, store, pool, quantity from stock_reservation
    where order_id = of_order and status = 'reserved' order by product_id, pool
  loop
    update stock s set
      available = available - case when wanted.pool = 'available' then wanted.quantity else 0 end,
      incoming = incoming - case when wanted.pool = 'incoming' then wanted.quantity else 0 end,
      presale = presale - case when wanted.pool = 'presale' then wanted.quantity else 0 end
    where s.product_id = wanted.product_id and s.store = wanted.store and not s.discontinued
      and case wanted.pool when 'available' then s.available when 'incoming' then s.incoming else s.presale end
        >= wanted.quantity;
    if not found then return wanted.product_id; end if;
  end loop;
  perform set_config('anode.stock_reason', '', true), set_config('anode.stock_reference', '', true);
  return null;
end $$;

-- Releases what an order still holds reserved and returns the number of reservations released. Idempotent:
-- only rows in status reserved count.
create or replace function release_stock(of_order bigint) returns integer language plpgsql as $$
declare held record; released integer := 0;
begin
  perform set_config('anode.stock_reason', 'release', true), set_config('anode.stock_reference', of_order::text, true);
  for held in
    select product_id, store, pool, quantity from stock_reservation
    where order_id = of_order and status = 'reserved' order by product_id, pool for update
  loop
    update stock s set
      available = available + case when held.pool = 'available' then held.quantity else 0 end,
      incoming = incoming + case when held.pool = 'incoming' then held.quantity else 0 end,
      presale = presale + case when held.pool = 'presale' then held.quantity else 0 end
    where s.product_id = held.product_id and s.store = held.store;
    update stock_reservation set status = 'released'
    where order_id = of_order and product_id = held.product_id and pool = held.pool;
    released := released + 1;
  end loop;
  perform set_config('anode.stock_reason', '', true), set_config('anode.stock_reference', '', true);
  return released;
end $$;
