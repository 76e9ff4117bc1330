-- Product photos. `product_image` says which pictures a product has; a photo's source is an http address, a
-- `file:` path that an import read, or `picture:` and the SHA-256 of a file that staff added.

-- The photo as it was received, once however many products and addresses have it.
create table picture_original (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  format text not null check (format in ('jpeg', 'png', 'webp', 'avif', 'gif')),
  -- As displayed, after EXIF rotation.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 15728640),
  stored_at timestamptz not null default now()
);
-- The formats are compressed already.
alter table picture_original alter column bytes set storage external;

-- One row per address or path that a product names: which original it led to, and the last attempt.
create table picture_source (
  source text primary key check (octet_length(source) <= 2000),
  -- Null until an original was stored. A later failure keeps the former one.
  sha256 bytea references picture_original,
  -- Validators of the last answer, for conditional requests.
  etag text,
  last_modified text,
  -- Code of the last attempt's failure (domain/pictures/picture-failure.ts); null: none, or not tried yet.
  failure text,
  failure_detail text,
  failed_attempts integer not null default 0,
  attempted_at timestamptz,
  -- When it is fetched (again); null: never, because it is a file or because too many attempts failed.
  next_attempt_at timestamptz default now()
);
create index on picture_source (next_attempt_at) where next_attempt_at is not null;
create index on picture_source (sha256);
-- A source may be longer than a row of a btree.
create index on product_image using hash (source) where source not like 'drawing:%';

-- Every way of writing product_image (feeds, records, staff) registers the addresses it brings. An address that
-- was given up is tried again when a product names it anew.
create function register_picture_sources() returns trigger language plpgsql as $$
begin
  insert into picture_source (source)
  select distinct source from changed
  where source ~* '^https?://' and octet_length(source) <= 2000
  order by source
  on conflict (source) do update set next_attempt_at = now(), failed_attempts = 0
    where picture_source.next_attempt_at is null;
  return null;
end $$;

create trigger picture_sources_registered_on_insert after insert on product_image
  referencing new table as changed for each statement execute function register_picture_sources();
create trigger picture_sources_registered_on_update after update on product_image
  referencing new table as changed for each statement execute function register_picture_sources();

-- A product looks different as soon as one of its photos is there, or is another one.
create function log_picture_change() returns trigger language plpgsql as $$
begin
  insert into change_log (topic, key)
  select distinct 'product', i.product_id::text
  from changed n join former o using (source) join product_image i using (source)
  where n.sha256 is distinct from o.sha256 and i.source not like 'drawing:%'
  on conflict do nothing;
  if found then perform pg_notify('change_log', ''); end if;
  return null;
end $$;

create trigger change_logged_on_update after update on picture_source
  referencing new table as changed old table as former
  for each statement execute function log_picture_change();

-- Until now a feed's picture replaced the drawing in the place of the main thumbnail (type 3). It becomes the
-- first original (type 5), from which thumbnail and gallery are made.
update product_image i set type = 5
where type = 3 and sort_order = 1 and source ~* '^https?://'
  and not exists (
    select from product_image o where o.product_id = i.product_id and o.type = 5 and o.sort_order = 1);

insert into picture_source (source)
select distinct source from product_image where source ~* '^https?://' and octet_length(source) <= 2000
on conflict do nothing;
