-- Carts that a customer keeps under a name, for oneself or for one's company.

create table saved_cart (
  id integer generated always as identity primary key,
  store text not null references store (code),
  account_id bigint not null references account on delete cascade,
  -- The company whose people see it too; null: private.
  company_id integer references company on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- [{sku, name, quantity}]; prices are those of the day on which it is loaded.
  lines jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on saved_cart (account_id);
create index on saved_cart (company_id) where company_id is not null;
