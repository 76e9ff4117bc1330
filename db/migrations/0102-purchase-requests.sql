-- Purchases above a person's limit wait for the approval of another person of the company (decision 77). There is no
-- order until then: the request keeps a checkout of its own, whose lines promise their prices.

create table purchase_request (
  id integer generated always as identity primary key,
  store text not null references store (code),
  company_id integer not null references company,
  -- Who asks; null after the account was deleted.
  account_id bigint references account,
  checkout_id text not null unique references checkout,
  -- The form of the checkout, without the organisation number, which is the company's.
  form jsonb not null,
  shipping_method text not null,
  service_point text,
  total_minor minor_units not null,
  -- What was asked for, for the people who decide: [{sku, name, quantity, totalMinor}].
  lines jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined', 'withdrawn')),
  requested_at timestamptz not null,
  -- Until then its prices are promised, and it can be approved.
  expires_at timestamptz not null,
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  reason text,
  -- Null until the order is written.
  order_id bigint references orders
);
create index on purchase_request (company_id, requested_at);
create index on purchase_request (account_id);
