-- Reserves an order's units in the stock pools, releases and consumes them.

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

-- What an order has reserved of a product and did not ship: units that were refunded before they left. A set needs its
-- parts. Nothing where nothing was shipped, or where a set has other parts than when it was ordered.
create or replace function unshipped_stock(of_order bigint) returns table (product_id integer, units bigint)
stable language sql as $$
  with line as (
    select l.product_id, l.quantity, coalesce((
      select sum(u.quantity) from shipment_line u join shipment s on s.id = u.shipment_id
      where s.order_id = of_order and u.uuid = l.uuid), 0) as shipped
    from order_line l where l.order_id = of_order and l.product_id is not null
  ), need as (
    select coalesce(p.product_id, l.product_id) as product_id, sum(l.quantity * coalesce(p.quantity, 1)) as ordered,
      sum(l.shipped * coalesce(p.quantity, 1)) as shipped
    from line l left join set_part p on p.set_id = l.product_id group by 1
  )
  select n.product_id, (n.ordered - n.shipped)::bigint from need n
  where n.ordered > n.shipped and exists (select from shipment s where s.order_id = of_order)
    and n.ordered = (select sum(r.quantity) from stock_reservation r
      where r.order_id = of_order and r.product_id = n.product_id and r.status = 'reserved')
$$;

-- Consumes what an order has reserved, as far as it was shipped; the rest is released, awaited units first.
create or replace function consume_stock(of_order bigint) returns void language plpgsql as $$
declare left_over record; held record; back integer; open bigint;
begin
  perform set_config('anode.stock_reason', 'release', true), set_config('anode.stock_reference', of_order::text, true);
  for left_over in select u.product_id, u.units from unshipped_stock(of_order) u order by u.product_id loop
    open := left_over.units;
    for held in
      select r.store, r.pool, r.quantity from stock_reservation r
      where r.order_id = of_order and r.product_id = left_over.product_id and r.status = 'reserved'
      order by r.pool desc for update
    loop
      back := least(open, held.quantity);
      exit when back = 0;
      update stock s set
        available = available + case when held.pool = 'available' then back else 0 end,
        incoming = incoming + case when held.pool = 'incoming' then back else 0 end,
        presale = presale + case when held.pool = 'presale' then back else 0 end
      where s.product_id = left_over.product_id and s.store = held.store;
      update stock_reservation r set
        quantity = case when back < held.quantity then held.quantity - back else held.quantity end,
        status = case when back < held.quantity then 'reserved' else 'released' end
      where r.order_id = of_order and r.product_id = left_over.product_id and r.pool = held.pool;
      open := open - back;
    end loop;
  end loop;
  perform set_config('anode.stock_reason', '', true), set_config('anode.stock_reference', '', true);
  update stock_reservation set status = 'consumed' where order_id = of_order and status = 'reserved';
end $$;
