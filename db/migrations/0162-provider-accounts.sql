-- Accounts of stores at payment providers whose keys staff have set. Accounts from the environment have no row.
create table provider_account (
  store store_code not null,
  -- As in domain/payments/provider-keys.ts.
  provider text not null check (provider ~ '^[a-z]+$'),
  -- The keys as JSON, encrypted by the application (purpose `provider-key`).
  keys_encrypted text not null,
  -- Name of each key that is set → its last four characters, or null where it is short.
  ends jsonb not null check (jsonb_typeof(ends) = 'object'),
  set_at timestamptz not null,
  set_by_kind text not null,
  set_by_id text,
  primary key (store, provider)
);
