-- Reserves an order's units in the stock pools, releases and consumes them. Of a reservation that is `reserved`, some
-- units may have left (`consumed`) or been given back (`released`); the others are still reserved.

-- Reserves an order's units: one conditional update per product, in the order of product ids so that two
-- orders cannot deadlock. Returns the first product that has too few units; the caller must then roll back.
-- Null: all units are reserved.
create or replace function reserve_stock(of_order bigint) returns integer language plpgsql as $$
declare wanted record;
begin
  perform set_config('anode.stock_reason', 'sale', true), set_config('anode.stock_reference', of_order::text, true);
  for wanted in
    select product_id, store, pool, quantity - released as quantity from stock_reservation
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
    select r.product_id, r.store, r.pool, r.quantity - r.consumed - r.released as quantity from stock_reservation r
    where r.order_id = of_order and r.status = 'reserved' order by r.product_id, r.pool for update
  loop
    perform return_units(of_order, held.product_id, held.store, held.pool, held.quantity);
    update stock_reservation set status = 'released'
    where order_id = of_order and product_id = held.product_id and pool = held.pool;
    released := released + 1;
  end loop;
  return released;
end $$;

-- Brings an order's reservations in line with its units (order_units): what has left is consumed, in-stock units first;
-- what was cancelled is released, awaited units first. A set needs its parts; where a set has other parts than when it was
-- ordered, nothing is done until the order is shipped or cancelled as a whole. Idempotent.
create or replace function fit_reservations(of_order bigint) returns void language plpgsql as $$
declare product record; held record; part integer; gone bigint; back bigint;
begin
  for product in
    select need.product_id, need.shipped, need.cancelled, r.consumed, r.released from (
      select coalesce(p.product_id, u.product_id) as product_id, sum(u.ordered * coalesce(p.quantity, 1)) as ordered,
        sum(u.shipped * coalesce(p.quantity, 1)) as shipped, sum(u.cancelled * coalesce(p.quantity, 1)) as cancelled
      from order_units u left join set_part p on p.set_id = u.product_id
      where u.order_id = of_order and u.kind = 'goods' group by 1
    ) need
    join (
      select product_id, sum(quantity) as quantity, sum(consumed) as consumed, sum(released) as released
      from stock_reservation where order_id = of_order group by product_id
      having bool_or(status = 'reserved')
    ) r on r.product_id = need.product_id and r.quantity = need.ordered
    where need.shipped > r.consumed or need.cancelled > r.released
    order by need.product_id
  loop
    back := product.cancelled - product.released;
    for held in
      select store, pool, quantity - consumed - released as units from stock_reservation
      where order_id = of_order and product_id = product.product_id and status = 'reserved' order by pool desc for update
    loop
      part := least(back, held.units);
      continue when part <= 0;
      perform return_units(of_order, product.product_id, held.store, held.pool, part);
      update stock_reservation set released = released + part
      where order_id = of_order and product_id = product.product_id and pool = held.pool;
      back := back - part;
    end loop;
    gone := product.shipped - product.consumed;
    for held in
      select pool, quantity - consumed - released as units from stock_reservation
      where order_id = of_order and product_id = product.product_id and status = 'reserved' order by pool for update
    loop
      part := least(gone, held.units);
      continue when part <= 0;
      update stock_reservation set consumed = consumed + part
      where order_id = of_order and product_id = product.product_id and pool = held.pool;
      gone := gone - part;
    end loop;
    update stock_reservation set status = case when consumed > 0 then 'consumed' else 'released' end
    where order_id = of_order and product_id = product.product_id and status = 'reserved'
      and consumed + released = quantity;
  end loop;
end $$;

-- Consumes what an order that has left as a whole still has reserved; what was cancelled of it is released.
create or replace function consume_stock(of_order bigint) returns void language plpgsql as $$
begin
  perform fit_reservations(of_order);
  update stock_reservation set status = 'consumed', consumed = quantity - released
  where order_id = of_order and status = 'reserved';
end $$;
