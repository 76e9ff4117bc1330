-- How the prices of a store were last made from those of another (domain/prices/price-rule.ts): what the next proposal starts
-- from.
create table price_rule (
  source_store text not null,
  target_store text not null,
  -- Units of the target's currency for a million units of the source's.
  rate_millionths integer not null check (rate_millionths > 0),
  vat text not null check (vat in ('recomputed', 'kept')),
  ending text not null check (ending in ('store', 'none', 'whole', '90', '95', '99')),
  used_at timestamptz not null,
  primary key (source_store, target_store),
  check (source_store <> target_store)
);
