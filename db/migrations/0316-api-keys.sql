-- Keys with which programs use the back office's API (domain/api-keys/). Rows are kept: the audit names keys.
create table api_key (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- Whose it is: a key never has more than this person has.
  staff_id bigint not null references staff (id),
  permissions text[] not null check (cardinality(permissions) > 0),
  -- Empty: all stores of the person.
  stores text[] not null default '{}',
  -- SHA-256 of the secret. The former one is valid as well until its time.
  secret_hash bytea not null unique,
  former_secret_hash bytea unique,
  former_secret_until timestamptz,
  -- First characters of the secret, to recognise it.
  secret_start text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- At most once a minute.
  used_at timestamptz,
  revoked_at timestamptz,
  check ((former_secret_hash is null) = (former_secret_until is null))
);
create index on api_key (staff_id);

-- Not validated: entries from before have kinds that are in both lists.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('staff', 'key', 'cli', 'job', 'buyer', 'provider', 'system')) not valid;
