-- Campaigns for later. A product has one campaign in a store, in `price_tier`; these follow it (decision 124).
create table planned_campaign (
  product_id integer not null,
  store store_code not null,
  -- A campaign holds in [starts_at, ends_at); null is open.
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- As the audit keeps the tiers of a price change: minimum quantity and price in minor units, VAT included.
  tiers jsonb not null check (jsonb_typeof(tiers) = 'array'),
  -- Whether it begins at its start although another campaign has not ended.
  takes_over boolean not null,
  -- Who planned it, as the audit records an actor.
  planned_by jsonb not null,
  planned_at timestamptz not null default now(),
  primary key (product_id, store, starts_at),
  foreign key (product_id, store) references store_product on delete cascade,
  check (ends_at > starts_at)
);
create index on planned_campaign (starts_at);
