-- The one count of an order's units per line: ordered = open + cancelled + shipped, and returned <= shipped.
-- domain/shipments/order-units.ts counts the same of what it has read; a test compares them.

-- A refund of units cancels those that had not left, and takes back those that had (refund_unit). What is not shipped
-- itself, that is fees and bought gift cards, leaves with the first shipment. An order that left before shipments were
-- recorded has shipped what was not cancelled; a cancelled one ships nothing more.
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

-- Writes where the units of a refund were. A refund of an earlier release does not say it: its units are those with the
-- buyer first, as that release counted, and unclear where some had left and others had not.
create or replace function place_refund() returns trigger language plpgsql as $$
begin
  insert into refund_unit (refund_id, order_id, uuid, cancelled, returned, is_unclear)
  select new.id, new.order_id, w.uuid, w.units - w.returned, w.returned, w.is_unclear
  from (
    select p.uuid, p.units, coalesce(p.returned, least(p.units, greatest(0, u.shipped - u.returned))) as returned,
      p.returned is null and u.shipped > u.returned and u.open > 0 as is_unclear
    from (
      select part->>'uuid' as uuid, sum((part->>'quantity')::integer)::integer as units,
        case when bool_and(part ? 'returned') then sum((part->>'returned')::integer)::integer end as returned
      from jsonb_array_elements(new.parts->'lines') as part group by 1
    ) p join order_units u on u.order_id = new.order_id and u.uuid = p.uuid
    where p.units > 0
  ) w;
  perform fit_reservations(new.order_id);
  return null;
end $$;

create or replace trigger refund_units_are_placed after insert on refund for each row execute function place_refund();

-- No more units are shipped and cancelled than were ordered, and no more come back than were shipped.
create or replace function keep_units_within_order() returns trigger language plpgsql as $$
begin
  if exists (select from order_units u where u.order_id = new.order_id and u.uuid = new.uuid
    and (u.returned > u.shipped or u.ordered - u.shipped < (select sum(r.cancelled) from refund_unit r
      where r.order_id = new.order_id and r.uuid = new.uuid)))
  then
    raise exception 'line % would have more units refunded than are left of it', new.uuid
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger refund_units_stay_within_order after insert or update on refund_unit
  for each row execute function keep_units_within_order();
