-- Records that awaited goods are expected on another day (decision 90). Units that rise together with a new date are
-- another delivery, and units that became available are the delivery itself: neither is a delay of what was sold.

create or replace function record_stock_date_move() returns trigger language plpgsql as $$
begin
  if new.available > old.available then return null; end if;
  if new.incoming_at is distinct from old.incoming_at and new.incoming <= old.incoming then
    insert into stock_date_move (product_id, store, pool, expected_at)
    select new.product_id, new.store, 'incoming', new.incoming_at
    where new.incoming_at is not null and exists (select from stock_reservation r where r.product_id = new.product_id
      and r.store = new.store and r.status = 'reserved' and r.pool = 'incoming');
  end if;
  if new.release_at is distinct from old.release_at and new.presale <= old.presale then
    insert into stock_date_move (product_id, store, pool, expected_at)
    select new.product_id, new.store, 'presale', new.release_at
    where new.release_at is not null and exists (select from stock_reservation r where r.product_id = new.product_id
      and r.store = new.store and r.status = 'reserved' and r.pool = 'presale');
  end if;
  return null;
end $$;

create or replace trigger stock_date_move_recorded after update on stock for each row
  when (new.incoming_at is distinct from old.incoming_at or new.release_at is distinct from old.release_at)
  execute function record_stock_date_move();
