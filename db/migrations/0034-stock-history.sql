-- Every change of stock, with its reason. Written by triggers, so that no writer can forget it; a writer says why in
-- the transaction-local settings anode.stock_reason and anode.stock_reference.

create table stock_change (
  id bigint generated always as identity primary key,
  -- No foreign key: the history outlives the catalogue.
  product_id integer not null,
  store store_code not null,
  pool text not null check (pool in ('available', 'incoming', 'presale')),
  delta integer not null,
  -- Units in the pool afterwards.
  units integer not null,
  -- 'opening' and 'import' set a figure that was counted; everything else moves goods: 'sale', 'release', 'delivery'
  -- (relative figures of an import), 'return', 'correction' …, and 'direct' for a statement that gave no reason.
  reason text not null,
  -- Order id, identity of a relative import, or a person's words.
  reference text,
  -- Since when the figure holds. Taken while the stock row is locked, so that it rises in the order of the changes; an
  -- import that carries its time of counting dates its rows back.
  effective_at timestamptz not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  recorded_at timestamptz not null default now()
);
create index on stock_change (product_id, store, effective_at);

create function record_stock_insert() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, store, pool, delta, units, reason, reference)
  select n.product_id, n.store, p.pool, p.units, p.units,
    coalesce(nullif(current_setting('anode.stock_reason', true), ''), 'opening'),
    nullif(current_setting('anode.stock_reference', true), '')
  from changed n cross join lateral
    (values ('available', n.available), ('incoming', n.incoming), ('presale', n.presale)) as p (pool, units)
  where p.units > 0 or p.pool = 'available';
  return null;
end $$;

create function record_stock_update() returns trigger language plpgsql as $$
begin
  insert into stock_change (product_id, store, pool, delta, units, reason, reference)
  select n.product_id, n.store, p.pool, p.units - p.before, p.units,
    coalesce(nullif(current_setting('anode.stock_reason', true), ''), 'direct'),
    nullif(current_setting('anode.stock_reference', true), '')
  from changed n join former o using (product_id, store) cross join lateral
    (values ('available', n.available, o.available), ('incoming', n.incoming, o.incoming),
      ('presale', n.presale, o.presale)) as p (pool, units, before)
  where p.units <> p.before;
  return null;
end $$;

create trigger stock_recorded_on_insert after insert on stock referencing new table as changed
  for each statement execute function record_stock_insert();
create trigger stock_recorded_on_update after update on stock
  referencing new table as changed old table as former
  for each statement execute function record_stock_update();

insert into stock_change (product_id, store, pool, delta, units, reason)
select s.product_id, s.store, p.pool, p.units, p.units, 'opening'
from stock s cross join lateral
  (values ('available', s.available), ('incoming', s.incoming), ('presale', s.presale)) as p (pool, units)
where p.units > 0 or p.pool = 'available';

-- As in 0004-orders.sql, and says why the stock changes.
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

-- As in 0004-orders.sql, and says why the stock changes.
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
