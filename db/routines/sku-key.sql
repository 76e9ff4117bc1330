-- `d-1` and `D-1` are one sku: case is ignored for the letters of the stores' languages.
-- domain/products/sku.ts computes the same key.
create or replace function sku_key(sku text) returns text immutable strict parallel safe language sql
  return lower(translate(sku, 'ÅÄÖÆØÜÉ', 'åäöæøüé') collate "C");
