-- Prices agreed with a company or with one customer, in one store (decision 78).

create table price_agreement (
  id integer generated always as identity primary key,
  store text not null references store (code),
  name text not null check (length(name) between 1 and 120),
  -- Exactly one of the two.
  company_id integer references company on delete cascade,
  account_id bigint references account on delete cascade,
  -- Fixed: it applies even where the price that everybody gets is lower.
  is_fixed boolean not null default false,
  valid_from timestamptz not null,
  -- Null: until it is removed.
  valid_to timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((company_id is null) <> (account_id is null)),
  check (valid_to is null or valid_to > valid_from)
);
create index on price_agreement (company_id) where removed_at is null;
create index on price_agreement (account_id) where removed_at is null;

create table price_agreement_price (
  agreement_id integer not null references price_agreement on delete cascade,
  product_id integer not null references product on delete cascade,
  -- From this many units on.
  quantity integer not null check (quantity between 1 and 5000),
  -- Per unit, VAT included.
  price_minor minor_units not null,
  primary key (agreement_id, product_id, quantity)
);

-- A percentage off the ordinary prices; of several that apply to a product the largest counts.
create table price_agreement_percentage (
  agreement_id integer not null references price_agreement on delete cascade,
  -- Both null: the whole range.
  brand_id integer references brand on delete cascade,
  -- With all categories below it.
  category_id integer references category on delete cascade,
  percentage_basis_points integer not null check (percentage_basis_points between 1 and 10000),
  check (brand_id is null or category_id is null),
  unique nulls not distinct (agreement_id, brand_id, category_id)
);
