-- Addresses of people who were erased, so that a file of customers does not bring them back. Keyed digests alone: who has
-- the database learns no address from them.
create table erased_address (
  -- HMAC of the address in lower case, hex, under the purpose `erased-address`.
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  -- The store whose period applies.
  store store_code not null references store (code),
  erased_at timestamptz not null
);
create index erased_address_by_age on erased_address (store, erased_at);
