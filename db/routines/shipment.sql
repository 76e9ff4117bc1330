-- No more units are shipped than were ordered.
create or replace function keep_shipments_within_order() returns trigger language plpgsql as $$
begin
  if (select sum(l.quantity) from shipment_line l join shipment s on s.id = l.shipment_id
      where l.uuid = new.uuid and s.order_id = (select order_id from shipment where id = new.shipment_id))
    > coalesce((select quantity from order_line l join shipment s on s.order_id = l.order_id
      where s.id = new.shipment_id and l.uuid = new.uuid), 0)
  then
    raise exception 'line % would be shipped more often than ordered', new.uuid
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger shipments_stay_within_order after insert on shipment_line
  for each row execute function keep_shipments_within_order();

create or replace trigger shipment_is_append_only before update or delete or truncate on shipment
  for each statement execute function refuse_change();

create or replace trigger shipment_line_is_append_only before update or delete or truncate on shipment_line
  for each statement execute function refuse_change();
