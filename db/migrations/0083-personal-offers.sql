-- Prices for one customer, or for the members of a segment.

create table customer_segment (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  created_at timestamptz not null default now()
);

create table customer_segment_member (
  segment_id integer not null references customer_segment on delete cascade,
  account_id bigint not null references account on delete cascade,
  primary key (segment_id, account_id)
);
create index on customer_segment_member (account_id);

create table personal_offer (
  id integer generated always as identity primary key,
  store text not null references store (code),
  product_id integer not null references product on delete cascade,
  -- Per unit, VAT included.
  price_minor minor_units not null,
  -- The offer is for exactly this many.
  quantity integer not null check (quantity between 1 and 5000),
  -- Exactly one of the two.
  account_id bigint references account on delete cascade,
  segment_id integer references customer_segment on delete cascade,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((account_id is null) <> (segment_id is null))
);
create index on personal_offer (account_id) where removed_at is null;
create index on personal_offer (segment_id) where removed_at is null;
