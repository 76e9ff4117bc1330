-- No more units are shipped than were ordered and not cancelled.
create or replace function keep_shipments_within_order() returns trigger language plpgsql as $$
begin
  if (select sum(l.quantity) from shipment_line l join shipment s on s.id = l.shipment_id
      where l.uuid = new.uuid and s.order_id = (select order_id from shipment where id = new.shipment_id))
    > coalesce((select quantity from order_line l join shipment s on s.order_id = l.order_id
      where s.id = new.shipment_id and l.uuid = new.uuid), 0)
    - coalesce((select sum(u.cancelled) from refund_unit u join shipment s on s.order_id = u.order_id
      where s.id = new.shipment_id and u.uuid = new.uuid), 0)
  then
    raise exception 'line % would be shipped more often than ordered and not cancelled', new.uuid
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger shipments_stay_within_order after insert on shipment_line
  for each row execute function keep_shipments_within_order();

-- What has left is no longer reserved.
create or replace function take_shipped_units() returns trigger language plpgsql as $$
begin
  perform fit_reservations(s.order_id) from (
    select distinct s.order_id from sent l join shipment s on s.id = l.shipment_id
  ) s;
  return null;
end $$;

create or replace trigger shipped_units_leave_stock after insert on shipment_line
  referencing new table as sent for each statement execute function take_shipped_units();

create or replace trigger shipment_is_append_only before update or delete or truncate on shipment
  for each statement execute function refuse_change();

create or replace trigger shipment_line_is_append_only before update or delete or truncate on shipment_line
  for each statement execute function refuse_change();
