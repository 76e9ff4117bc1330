-- Keeps the addresses and names of a product before its row is deleted. Argument: the column with the
-- product's id. Rows deleted by cascade from a product have nothing left to keep.
create or replace function keep_gone_product() returns trigger language plpgsql as $$
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

create or replace trigger gone_product_kept before delete on product
  for each row execute function keep_gone_product('id');

create or replace trigger gone_product_kept before delete on store_product
  for each row execute function keep_gone_product('product_id');
