-- `d-1` and `D-1` are one sku: upper and lower case of the letters of our stores' languages make no difference.
-- domain/catalogue/sku.ts computes the same key.
create function sku_key(sku text) returns text immutable strict parallel safe language sql
  return lower(translate(sku, 'ÅÄÖÆØÜÉ', 'åäöæøüé') collate "C");

-- Products that differ only in case from an older one. They stay, under their exact spelling, until somebody merges
-- them; `anode import products` names them.
alter table product add column sku_clash boolean not null default false;
update product p set sku_clash = true
from (select id, row_number() over (partition by sku_key(sku) order by id) as place from product) ranked
where ranked.id = p.id and ranked.place > 1;

create unique index product_same_sku on product (sku_key(sku)) where not sku_clash;
create index product_sku_clash on product (sku_key(sku)) where sku_clash;
