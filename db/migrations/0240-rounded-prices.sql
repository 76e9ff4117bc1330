-- Stored prices that had more digits than their currency, as they were before they were rounded
-- (domain/price-rounding/). An audit entry of the same transaction says who did it.
create table rounded_price (
  id bigint generated always as identity primary key,
  -- A price of the product, of a planned campaign, beside another product, in an agreement, or offered.
  source text not null
    check (source in ('normal', 'campaign', 'planned', 'cross_selling', 'agreement', 'offer')),
  store store_code not null,
  product_id integer not null,
  -- Id of the agreement or of the offer.
  reference bigint,
  min_quantity integer not null check (min_quantity >= 1),
  -- Period of the campaign; null is open.
  starts_at timestamptz,
  ends_at timestamptz,
  former_minor minor_units not null,
  -- Null: it was removed. `withheld`: it would be nothing. `ended`: the campaign would not be lower than the normal
  -- price. `merged`: it would be the price of a smaller quantity.
  rounded_minor minor_units,
  outcome text not null check (outcome in ('rounded', 'withheld', 'ended', 'merged')),
  recorded_at timestamptz not null default now(),
  check ((outcome = 'rounded') = (rounded_minor is not null))
);
create index on rounded_price (product_id, store);
