-- Records every change of a unit price (Dir. 98/6/EC Art. 6a, the lowest price of 30 days).

create or replace function record_price_insert() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, store, kind, price_minor, starts_at, ends_at)
  select product_id, store, kind, price_minor, starts_at, ends_at from changed where min_quantity = 1;
  return null;
end $$;

create or replace function record_price_update() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, store, kind, price_minor, starts_at, ends_at)
  select n.product_id, n.store, n.kind, n.price_minor, n.starts_at, n.ends_at
  from changed n join former o using (product_id, store, kind, min_quantity)
  where n.min_quantity = 1
    and (n.price_minor, n.starts_at, n.ends_at) is distinct from (o.price_minor, o.starts_at, o.ends_at);
  return null;
end $$;

create or replace function record_price_delete() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, store, kind, price_minor)
  select product_id, store, kind, null from changed where min_quantity = 1;
  return null;
end $$;

create or replace trigger price_tier_inserted after insert on price_tier
  referencing new table as changed for each statement execute function record_price_insert();

create or replace trigger price_tier_updated after update on price_tier
  referencing new table as changed old table as former for each statement execute function record_price_update();

create or replace trigger price_tier_deleted after delete on price_tier
  referencing old table as changed for each statement execute function record_price_delete();
