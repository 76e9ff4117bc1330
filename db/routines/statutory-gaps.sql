-- What the law asks of a product on sale and the product lacks. The only place of these rules: the catalogue index, the
-- tables and counts of the back office and the product editor ask here. A store may withhold such products
-- (decision 120).

-- What is sold as goods: gift cards are none, and a parent is not sold itself.
create or replace function goods() returns setof product stable language sql as $$
  select p.* from product p
  where p.type <> 4 and p.variation_attributes = '{}' and not exists (select from product v where v.variant_of = p.id)
$$;

-- A row per product and code:
--   no_picture, no_responsible_person: Regulation (EU) 2023/988 (GPSR) Art. 19. A picture counts once it is shown: a
--     drawing, or a photo that is stored. The brand names the responsible person.
--   no_un_number, no_battery_facts: ADR 3.4 and 2.2.9, what carriers must know about batteries. `none` is the UN number
--     of what is not dangerous. domain/products/dangerous-goods.ts has the same lists of lithium batteries. A set
--     (type 3) is as dangerous as its parts.
-- Inlined, as goods() is: PostgreSQL plans it with the statement that asks, for a few products or for all.
create or replace function own_statutory_gaps() returns table (product_id integer, code text) stable language sql as $$
  select p.id, 'no_picture' from goods() p
  where not exists (
    select from product_image i left join picture_source s on s.source = i.source
    where i.product_id = p.id
      and (i.source like 'drawing:%' or i.source like 'picture:%' or s.sha256 is not null))
  union all
  select p.id, 'no_responsible_person' from goods() p left join brand b on b.id = p.brand_id
  where coalesce(b.manufacturer->>'name', '') = '' or coalesce(b.manufacturer->>'address', '') = ''
    or coalesce(b.manufacturer->>'email', '') = ''
  union all
  select p.id, 'no_un_number' from goods() p
  where p.type <> 3 and p.attributes ? 'chemistry' and p.un_number is null
  union all
  select p.id, 'no_battery_facts' from goods() p
  where p.type <> 3 and p.attributes ? 'chemistry' and (
    p.un_number in ('UN3480', 'UN3481') and p.battery_energy_mwh is null
    or p.un_number in ('UN3090', 'UN3091') and p.lithium_content_mg is null)
$$;

-- The same of all products, with `part_gaps` of sets: a part lacks something. A set may appear once for each such part.
create or replace function statutory_gaps() returns table (product_id integer, code text) stable language sql as $$
  with own as (select g.product_id, g.code from own_statutory_gaps() g)
  select own.product_id, own.code from own
  union all
  select s.set_id, 'part_gaps' from set_part s join own on own.product_id = s.product_id
$$;

-- The same of some products. Reads them and their parts by their keys.
create or replace function statutory_gaps_of(ids integer[]) returns table (product_id integer, code text)
stable language sql as $$
  select g.product_id, g.code from own_statutory_gaps() g where g.product_id = any(ids)
  union all
  select s.set_id, 'part_gaps' from set_part s join own_statutory_gaps() g on g.product_id = s.product_id
  where s.set_id = any(ids) and g.product_id = any(array(select p.product_id from set_part p where p.set_id = any(ids)))
$$;

-- Whether the store withholds these products: what the merchant has set, else what its file says. For those who must know
-- it at this moment: a node learns of a change a little later.
create or replace function withholds(of_store text, by_file boolean) returns boolean stable language sql as $$
  select coalesce(
    (select (value->>'requiresStatutoryData')::boolean from store_setting where store = of_store and section = 'products'),
    by_file)
$$;

-- The setting whether a store withholds these products changes all of them. In the transaction of the change, so that
-- every node's index follows as after any other change.
create or replace function log_withheld_products() returns trigger language plpgsql as $$
declare setting record := case when tg_op = 'DELETE' then old else new end;
begin
  if setting.section <> 'products' then return null; end if;
  insert into change_log (topic, key)
  select distinct 'product', p.product_id::text
  from store_product p join statutory_gaps() g on g.product_id = p.product_id where p.store = setting.store
  on conflict do nothing;
  if found then perform pg_notify('change_log', ''); end if;
  return null;
end $$;

create or replace trigger withheld_products_logged after insert or update or delete on store_setting
  for each row execute function log_withheld_products();
