-- Records every change of stock with its reason, from the transaction-local settings anode.stock_reason and
-- anode.stock_reference.

create or replace function record_stock_insert() returns trigger language plpgsql as $$
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

create or replace function record_stock_update() returns trigger language plpgsql as $$
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

create or replace trigger stock_recorded_on_insert after insert on stock referencing new table as changed
  for each statement execute function record_stock_insert();

create or replace trigger stock_recorded_on_update after update on stock
  referencing new table as changed old table as former
  for each statement execute function record_stock_update();
