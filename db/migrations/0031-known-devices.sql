-- Devices that have logged in to an account before: password guessing from elsewhere does not lock them out.
create table account_device (
  -- SHA-256 of the random token in the device's cookie. One device may know several accounts.
  token_hash bytea not null,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index on account_device (account_id, used_at);

-- What a running node says of itself, so that the operator's tool prints the same addresses.
create table node_setting (
  name text primary key check (name in ('public_url')),
  value text not null,
  updated_at timestamptz not null default now()
);

-- What the operator's tool was told to do, and by whom. Nothing in it names a customer.
create table operator_action (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- User of the operating system, and behind sudo who called it.
  os_user text not null,
  host text not null,
  -- The command with its arguments; e-mail addresses as keyed digests, gift card codes cut.
  command text not null
);
create index on operator_action (at);
create trigger operator_action_is_append_only before update or delete or truncate on operator_action
  for each statement execute function refuse_change();
