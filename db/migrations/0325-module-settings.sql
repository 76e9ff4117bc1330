-- Settings of modules, of each store: what staff have set. What is not there is as the module declares it.
create table module_setting (
  module text not null check (module ~ '^[a-z][a-z0-9-]*$'),
  store store_code not null references store (code),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  changed_at timestamptz not null,
  primary key (module, store)
);
