-- Registers the picture addresses that any writer of product_image inserts. An address that was given up is
-- retried when a product names it again.
create or replace function register_picture_sources() returns trigger language plpgsql as $$
begin
  insert into picture_source (source)
  select distinct source from changed
  where source ~* '^https?://' and octet_length(source) <= 2000
  order by source
  on conflict (source) do update set next_attempt_at = now(), failed_attempts = 0
    where picture_source.next_attempt_at is null;
  return null;
end $$;

-- A product's pages change when one of its photos arrives or changes.
create or replace function log_picture_change() returns trigger language plpgsql as $$
begin
  insert into change_log (topic, key)
  select distinct 'product', i.product_id::text
  from changed n join former o using (source) join product_image i using (source)
  where n.sha256 is distinct from o.sha256 and i.source not like 'drawing:%'
  on conflict do nothing;
  if found then perform pg_notify('change_log', ''); end if;
  return null;
end $$;

create or replace trigger picture_sources_registered_on_insert after insert on product_image
  referencing new table as changed for each statement execute function register_picture_sources();

create or replace trigger picture_sources_registered_on_update after update on product_image
  referencing new table as changed for each statement execute function register_picture_sources();

create or replace trigger change_logged_on_update after update on picture_source
  referencing new table as changed old table as former
  for each statement execute function log_picture_change();

-- Originals that a store names as its logo or icon, or has named, as far back as the audit goes: the change can be undone.
create or replace function store_picture_sources() returns table (source text) stable language sql as $$
  select field.value #>> '{}' from (
      select value from store_setting where section = 'identity'
      union all
      select before from audit_entry where object_kind = 'settings' and object_id = 'identity' and before is not null
    ) as named (settings), jsonb_each(named.settings) as field
  where jsonb_typeof(field.value) = 'string' and field.value #>> '{}' like 'picture:%'
$$;

-- An original that a field of a product or a store names stays, or named before its last change. Nodes of a release that knows no such
-- fields or stores remove what no product shows; this keeps what they would.
create or replace function keep_pictures_of_fields() returns trigger language plpgsql as $$
declare
  wanted text := 'picture:' || encode(old.sha256, 'hex');
begin
  if exists (select from custom_field_value
      where value #>> '{}' like 'picture:%' and left(value #>> '{}', 72) = wanted)
    or exists (select from custom_field_value
      where former #>> '{}' like 'picture:%' and left(former #>> '{}', 72) = wanted)
    or exists (select from store_picture_sources() s where s.source = wanted)
  then return null;
  end if;
  return old;
end $$;

create or replace trigger pictures_of_fields_kept before delete on picture_original
  for each row execute function keep_pictures_of_fields();
