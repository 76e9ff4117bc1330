-- Values of custom fields: what a page shows is logged, and what belongs to a deleted object is deleted with it.

create or replace function log_field_value_change() returns trigger language plpgsql as $$
begin
  insert into change_log (topic, key) select distinct 'product', object_id::text from changed where object = 'product'
  on conflict do nothing;
  if found then perform pg_notify('change_log', ''); end if;
  return null;
end $$;

create or replace trigger change_logged_on_insert after insert on custom_field_value referencing new table as changed
  for each statement execute function log_field_value_change();
create or replace trigger change_logged_on_update after update on custom_field_value referencing new table as changed
  for each statement execute function log_field_value_change();
create or replace trigger change_logged_on_delete after delete on custom_field_value referencing old table as changed
  for each statement execute function log_field_value_change();

-- Argument: the kind of object.
create or replace function delete_field_values() returns trigger language plpgsql as $$
begin
  delete from custom_field_value v using removed r where v.object = tg_argv[0] and v.object_id = r.id;
  return null;
end $$;

create or replace trigger field_values_deleted after delete on product referencing old table as removed
  for each statement execute function delete_field_values('product');
create or replace trigger field_values_deleted after delete on account referencing old table as removed
  for each statement execute function delete_field_values('customer');
create or replace trigger field_values_deleted after delete on company referencing old table as removed
  for each statement execute function delete_field_values('company');
create or replace trigger field_values_deleted after delete on orders referencing old table as removed
  for each statement execute function delete_field_values('order');
create or replace trigger field_values_deleted after delete on coupon referencing old table as removed
  for each statement execute function delete_field_values('coupon');
