-- The cart of an account in a store: written by every sync of a logged-in customer, merged with the device's cart
-- at a login (decision 75).
create table account_cart (
  account_id bigint not null references account on delete cascade,
  store text not null references store (code),
  lines jsonb not null,
  coupon_codes text[] not null,
  updated_at timestamptz not null,
  primary key (account_id, store)
);
-- A session changes the account's cart only after it has taken it over: a sync that is sent between login and merge
-- would otherwise replace the account's cart by that of the device.
alter table session_family add column cart_merged_at timestamptz;

-- Devices that a customer saved in the finder, the newest with the highest position.
create table account_finder_device (
  account_id bigint not null references account on delete cascade,
  device_id bigint not null references device on delete cascade,
  -- The customer's own name for it; null: its name in the catalogue.
  label text check (length(label) between 1 and 60),
  position integer not null,
  primary key (account_id, device_id)
);
