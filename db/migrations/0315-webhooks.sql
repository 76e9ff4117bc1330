-- Addresses outside that are told of events (modules/webhooks/).
create table webhook (
  id bigint generated always as identity primary key,
  url text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 200),
  events text[] not null check (cardinality(events) > 0),
  -- Empty: events of all stores.
  stores text[] not null default '{}',
  is_active boolean not null default true,
  -- What the messages are signed with; the former one signs as well until its time.
  secret_encrypted text not null,
  former_secret_encrypted text,
  former_secret_until timestamptz,
  created_at timestamptz not null,
  check ((former_secret_encrypted is null) = (former_secret_until is null))
);
