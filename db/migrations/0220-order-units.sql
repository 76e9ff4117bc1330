-- One count of units per order line. Each refund of units says how many of them had not left and never will (cancelled),
-- and how many had (returned). The view is that of db/routines, which this migration needs before it is applied.
create table refund_unit (
  refund_id bigint not null references refund,
  order_id bigint not null references orders,
  -- Of the order's line.
  uuid text not null,
  cancelled integer not null check (cancelled >= 0),
  returned integer not null check (returned >= 0),
  -- Neither shipments nor times say where its units were: staff decide it.
  is_unclear boolean not null default false,
  primary key (refund_id, uuid),
  check (cancelled + returned >= 1)
);
create index on refund_unit (order_id, uuid);
create index on refund_unit (order_id) where is_unclear;

-- Of a reservation that is `reserved`: units that have left, and units that were given back.
alter table stock_reservation
  add column consumed integer not null default 0,
  add column released integer not null default 0,
  add constraint stock_reservation_units_check check (consumed >= 0 and released >= 0 and consumed + released <= quantity);

create or replace view order_units as
select o.id as order_id, l.uuid, l.sku, l."productId" as product_id, l.kind, l.quantity as ordered, s.shipped,
  c.cancelled, r.returned, l.quantity - s.shipped - c.cancelled as open
from orders o
cross join lateral jsonb_to_recordset(o.snapshot->'lines')
  as l (uuid text, sku text, "productId" integer, kind text, quantity integer)
cross join lateral (
  select coalesce(sum(u.cancelled), 0)::integer as cancelled, coalesce(sum(u.returned), 0)::integer as returned
  from refund_unit u where u.order_id = o.id and u.uuid = l.uuid
) r
cross join lateral (select exists (select from shipment where order_id = o.id) as has_shipment) h
cross join lateral (
  select case
    when h.has_shipment and l.kind <> 'goods' or not h.has_shipment and o.status in ('shipped', 'delivered', 'returned')
      then l.quantity - r.cancelled
    else coalesce((select sum(x.quantity) from shipment p join shipment_line x on x.shipment_id = p.id
      where p.order_id = o.id and x.uuid = l.uuid), 0)::integer
  end as shipped
) s
cross join lateral (
  select case when o.status = 'cancelled' then l.quantity - s.shipped else r.cancelled end as cancelled
) c;

-- The refunds so far, by the shipments before each of them. A refund concerns units that have left as far as there are
-- any, as it was booked; where some had left and others had not, and the order is still to be shipped, that is unclear.
do $$
declare refunded record; before record; gone integer; held integer; back integer;
begin
  for refunded in
    select r.id, r.order_id, r.recorded_at, o.status, l.uuid, l.kind, l.quantity as ordered, p.units, p.unshipped,
      exists (select from shipment s where s.order_id = r.order_id and s.shipped_at <= r.recorded_at) as has_shipment,
      o.status in ('shipped', 'delivered', 'returned')
        and not exists (select from shipment s where s.order_id = r.order_id) as is_of_old
    from refund r join orders o on o.id = r.order_id
    cross join lateral (
      select part->>'uuid' as uuid, sum((part->>'quantity')::integer)::integer as units,
        coalesce(sum((part->'unshipped'->>'quantity')::integer), 0)::integer as unshipped
      from jsonb_array_elements(r.parts->'lines') as part group by 1
    ) p
    join lateral jsonb_to_recordset(o.snapshot->'lines') as l (uuid text, kind text, quantity integer) on l.uuid = p.uuid
    where p.units > 0
    order by r.recorded_at, r.id
  loop
    select coalesce(sum(u.cancelled), 0)::integer as cancelled, coalesce(sum(u.returned), 0)::integer as returned
    into before from refund_unit u where u.order_id = refunded.order_id and u.uuid = refunded.uuid;
    if refunded.is_of_old or refunded.kind <> 'goods' and refunded.has_shipment then
      gone := refunded.ordered - before.cancelled;
    else
      select coalesce(sum(x.quantity), 0) into gone from shipment s join shipment_line x on x.shipment_id = s.id
      where s.order_id = refunded.order_id and x.uuid = refunded.uuid and s.shipped_at <= refunded.recorded_at;
    end if;
    held := greatest(0, gone - before.returned);
    back := case when refunded.unshipped > 0 then refunded.units - refunded.unshipped else least(refunded.units, held) end;
    insert into refund_unit (refund_id, order_id, uuid, cancelled, returned, is_unclear)
    values (refunded.id, refunded.order_id, refunded.uuid, refunded.units - back, back,
      refunded.status in ('received', 'processing') and held > 0 and refunded.ordered - gone - before.cancelled > 0);
  end loop;
end $$;

-- Stock of orders that have left or were refunded in part, as fit_reservations brings it in line from now on: what has left
-- is consumed, in-stock units first; what was cancelled is released, awaited units first.
do $$
declare waiting record; product record; held record; part integer; gone bigint; back bigint;
begin
  for waiting in
    select o.id from orders o where o.status in ('held', 'received', 'processing')
      and (exists (select from shipment s where s.order_id = o.id) or exists (select from refund r where r.order_id = o.id))
    order by o.id
  loop
    for product in
      select need.product_id, need.shipped, need.cancelled, r.consumed, r.released from (
        select coalesce(p.product_id, u.product_id) as product_id, sum(u.ordered * coalesce(p.quantity, 1)) as ordered,
          sum(u.shipped * coalesce(p.quantity, 1)) as shipped, sum(u.cancelled * coalesce(p.quantity, 1)) as cancelled
        from order_units u left join set_part p on p.set_id = u.product_id
        where u.order_id = waiting.id and u.kind = 'goods' group by 1
      ) need
      join (
        select product_id, sum(quantity) as quantity, sum(consumed) as consumed, sum(released) as released
        from stock_reservation where order_id = waiting.id group by product_id
        having bool_or(status = 'reserved')
      ) r on r.product_id = need.product_id and r.quantity = need.ordered
      where need.shipped > r.consumed or need.cancelled > r.released
      order by need.product_id
    loop
      back := product.cancelled - product.released;
      for held in
        select store, pool, quantity - consumed - released as units from stock_reservation
        where order_id = waiting.id and product_id = product.product_id and status = 'reserved' order by pool desc for update
      loop
        part := least(back, held.units);
        continue when part <= 0;
        perform return_units(waiting.id, product.product_id, held.store, held.pool, part);
        update stock_reservation set released = released + part
        where order_id = waiting.id and product_id = product.product_id and pool = held.pool;
        back := back - part;
      end loop;
      gone := product.shipped - product.consumed;
      for held in
        select pool, quantity - consumed - released as units from stock_reservation
        where order_id = waiting.id and product_id = product.product_id and status = 'reserved' order by pool for update
      loop
        part := least(gone, held.units);
        continue when part <= 0;
        update stock_reservation set consumed = consumed + part
        where order_id = waiting.id and product_id = product.product_id and pool = held.pool;
        gone := gone - part;
      end loop;
      update stock_reservation set status = case when consumed > 0 then 'consumed' else 'released' end
      where order_id = waiting.id and product_id = product.product_id and status = 'reserved'
        and consumed + released = quantity;
    end loop;
  end loop;
end $$;
