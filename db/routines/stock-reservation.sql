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

-- Whether the goods for which an order waited in a pool are in stock: their pool awaits nothing more (after a release
-- nothing is sold from its cap), and units became available after the order was placed. While other units of the product
-- are awaited it is false.
create or replace function awaited_goods_came(of_order bigint, of_product integer, of_store text, of_pool text)
returns boolean stable language sql as $$
  select exists (
    select from stock s where s.product_id = of_product and s.store = of_store
      and case of_pool
        when 'incoming' then s.incoming = 0 and coalesce(s.incoming_at <= now(), true)
        when 'presale' then coalesce(s.release_at <= now(), s.presale = 0)
        else false end
      and exists (select from stock_change c where c.product_id = s.product_id and c.store = s.store
        and c.pool = 'available' and c.delta > 0 and c.reason in ('import', 'delivery', 'count')
        and c.recorded_at > (select min(e.recorded_at) from order_event e where e.order_id = of_order)))
$$;

-- Adds released units to the pool they were reserved from. Awaited units that came meanwhile are in the warehouse: they
-- become available, as a delivery that no figure of stock has had yet.
create or replace function return_units(
  of_order bigint, of_product integer, of_store text, of_pool text, of_units integer
) returns void language plpgsql as $$
declare came boolean := awaited_goods_came(of_order, of_product, of_store, of_pool);
begin
  perform set_config('anode.stock_reason', 'release', true), set_config('anode.stock_reference', of_order::text, true);
  update stock s set
    available = available + case when of_pool = 'available' then of_units else 0 end,
    incoming = incoming + case when of_pool = 'incoming' then of_units else 0 end,
    presale = presale + case when of_pool = 'presale' then of_units else 0 end
  where s.product_id = of_product and s.store = of_store;
  if came then
    perform set_config('anode.stock_reason', 'delivery', true), set_config('anode.stock_reference', '', true);
    update stock s set
      available = available + of_units,
      incoming = incoming - case when of_pool = 'incoming' then of_units else 0 end,
      presale = presale - case when of_pool = 'presale' then of_units else 0 end
    where s.product_id = of_product and s.store = of_store;
  end if;
  perform set_config('anode.stock_reason', '', true), set_config('anode.stock_reference', '', true);
end $$;

-- Lets an order whose reservations were released reserve available units where the goods it awaited came meanwhile.
create or replace function reserve_what_came(of_order bigint) returns void language plpgsql as $$
declare held record;
begin
  for held in
    select r.product_id, r.store, r.pool, r.quantity from stock_reservation r
    where r.order_id = of_order and r.status = 'released'
      and awaited_goods_came(of_order, r.product_id, r.store, r.pool)
    order by r.product_id, r.pool for update
  loop
    delete from stock_reservation where order_id = of_order and product_id = held.product_id and pool = held.pool;
    insert into stock_reservation (order_id, product_id, store, pool, quantity, status)
    values (of_order, held.product_id, held.store, 'available', held.quantity, 'released')
    on conflict (order_id, product_id, pool)
      do update set quantity = stock_reservation.quantity + excluded.quantity;
  end loop;
end $$;

-- Releases what an order still holds reserved and returns the number of reservations released. Idempotent:
-- only rows in status reserved count.
create or replace function release_stock(of_order bigint) returns integer language plpgsql as $$
declare held record; released integer := 0;
begin
  for held in
    select product_id, store, pool, quantity from stock_reservation
    where order_id = of_order and status = 'reserved' order by product_id, pool for update
  loop
    perform return_units(of_order, held.product_id, held.store, held.pool, held.quantity);
    update stock_reservation set status = 'released'
    where order_id = of_order and product_id = held.product_id and pool = held.pool;
    released := released + 1;
  end loop;
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
  for left_over in select u.product_id, u.units from unshipped_stock(of_order) u order by u.product_id loop
    open := left_over.units;
    for held in
      select r.store, r.pool, r.quantity from stock_reservation r
      where r.order_id = of_order and r.product_id = left_over.product_id and r.status = 'reserved'
      order by r.pool desc for update
    loop
      back := least(open, held.quantity);
      exit when back = 0;
      perform return_units(of_order, left_over.product_id, held.store, held.pool, back);
      update stock_reservation r set
        quantity = case when back < held.quantity then held.quantity - back else held.quantity end,
        status = case when back < held.quantity then 'reserved' else 'released' end
      where r.order_id = of_order and r.product_id = left_over.product_id and r.pool = held.pool;
      open := open - back;
    end loop;
  end loop;
  update stock_reservation set status = 'consumed' where order_id = of_order and status = 'reserved';
end $$;
