-- What became of addresses that no longer lead anywhere: search engines and shoppers go on asking for them.

-- Addresses that categories (their path), brands and tags had before; they redirect to the present ones.
create table former_address (
  kind text not null check (kind in ('category', 'brand', 'tag')),
  store store_code not null,
  slug text not null,
  target_id integer not null,
  primary key (kind, store, slug)
);

create function keep_former_category_path() returns trigger language plpgsql as $$
begin
  insert into former_address (kind, store, slug, target_id)
  select 'category', o.store, o.path, o.category_id
  from former o join changed n using (category_id, store) where o.path <> n.path
  on conflict (kind, store, slug) do update set target_id = excluded.target_id;
  return null;
end $$;

create function keep_former_brand_slug() returns trigger language plpgsql as $$
begin
  insert into former_address (kind, store, slug, target_id)
  select 'brand', s, o.slug, o.id
  from former o join changed n using (id) cross join unnest(array['sv', 'no', 'de', 'da']) s
  where o.slug <> n.slug
  on conflict (kind, store, slug) do update set target_id = excluded.target_id;
  return null;
end $$;

create function keep_former_tag_slug() returns trigger language plpgsql as $$
begin
  insert into former_address (kind, store, slug, target_id)
  select 'tag', o.store, o.slug, o.tag_id
  from former o join changed n using (tag_id, store) where o.slug <> n.slug
  on conflict (kind, store, slug) do update set target_id = excluded.target_id;
  return null;
end $$;

create trigger former_path_kept after update on category_text
  referencing new table as changed old table as former
  for each statement execute function keep_former_category_path();
create trigger former_slug_kept after update on brand
  referencing new table as changed old table as former
  for each statement execute function keep_former_brand_slug();
create trigger former_slug_kept after update on tag_text
  referencing new table as changed old table as former
  for each statement execute function keep_former_tag_slug();

-- Products withdrawn from a store, under every address they had there: their pages answer 410 and a way on.
-- A product that comes back, or another that takes the address, goes before what stands here.
create table gone_product (
  store store_code not null,
  slug text not null,
  product_id integer not null,
  sku text not null,
  name text not null,
  -- Main category at the time.
  category_id integer,
  gone_at timestamptz not null default now(),
  primary key (store, slug)
);
create index on gone_product (product_id);

-- Before the row goes, while its names, addresses and category still stand. Arguments: the column with the
-- product's id. Rows that cascade from a deleted product find nothing more to keep.
create function keep_gone_product() returns trigger language plpgsql as $$
declare
  gone jsonb := to_jsonb(old);
begin
  insert into gone_product (store, slug, product_id, sku, name, category_id)
  select sp.store, a.slug, p.id, p.sku, sp.name,
    (select category_id from product_category where product_id = p.id order by position limit 1)
  from product p
  join store_product sp on sp.product_id = p.id
  cross join lateral (
    select sp.slug
    union
    select f.slug from product_former_slug f where f.product_id = p.id and f.store = sp.store
  ) a
  where p.id = (gone ->> tg_argv[0])::integer and (gone ->> 'store' is null or sp.store = gone ->> 'store')
  on conflict (store, slug) do update set product_id = excluded.product_id, sku = excluded.sku,
    name = excluded.name, category_id = excluded.category_id, gone_at = excluded.gone_at;
  return old;
end $$;

create trigger gone_product_kept before delete on product
  for each row execute function keep_gone_product('id');
create trigger gone_product_kept before delete on store_product
  for each row execute function keep_gone_product('product_id');
