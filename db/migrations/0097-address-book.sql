-- Addresses that a customer keeps for checkout, per store because each validates its own country.
create table account_address (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  store text not null references store (code),
  kind text not null check (kind in ('delivery', 'invoice')),
  first_name text not null,
  last_name text not null,
  company_name text,
  street text not null,
  postal_code text not null,
  city text not null,
  -- Filled in at checkout.
  is_default boolean not null,
  created_at timestamptz not null
);
create index on account_address (account_id, store);
create unique index account_address_default on account_address (account_id, store, kind) where is_default;
