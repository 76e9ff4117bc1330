-- What the merchant sets for a store. What is absent has the values of the store's file in domain/stores/.
create table store_setting (
  store store_code not null,
  -- As in domain/stores/store-settings.ts.
  section text not null check (section ~ '^[a-z]+$'),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  -- Counts the changes: a change of an older version is refused.
  version integer not null check (version >= 1),
  changed_at timestamptz not null,
  primary key (store, section)
);
