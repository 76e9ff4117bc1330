-- Keeps the former addresses of categories, brands and tags, so that they redirect to the current ones.

create or replace function keep_former_category_path() returns trigger language plpgsql as $$
begin
  insert into former_address (kind, store, slug, target_id)
  select 'category', o.store, o.path, o.category_id
  from former o join changed n using (category_id, store) where o.path <> n.path
  on conflict (kind, store, slug) do update set target_id = excluded.target_id;
  return null;
end $$;

create or replace function keep_former_brand_slug() returns trigger language plpgsql as $$
begin
  insert into former_address (kind, store, slug, target_id)
  select 'brand', s.code, o.slug, o.id
  from former o join changed n using (id) cross join store s
  where o.slug <> n.slug
  on conflict (kind, store, slug) do update set target_id = excluded.target_id;
  return null;
end $$;

create or replace function keep_former_tag_slug() returns trigger language plpgsql as $$
begin
  insert into former_address (kind, store, slug, target_id)
  select 'tag', o.store, o.slug, o.tag_id
  from former o join changed n using (tag_id, store) where o.slug <> n.slug
  on conflict (kind, store, slug) do update set target_id = excluded.target_id;
  return null;
end $$;

create or replace trigger former_path_kept after update on category_text
  referencing new table as changed old table as former
  for each statement execute function keep_former_category_path();

create or replace trigger former_slug_kept after update on brand
  referencing new table as changed old table as former
  for each statement execute function keep_former_brand_slug();

create or replace trigger former_slug_kept after update on tag_text
  referencing new table as changed old table as former
  for each statement execute function keep_former_tag_slug();
