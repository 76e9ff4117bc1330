-- Events of the shop for subscribers (decision 159): what happened, and to whom it is still to be delivered.

-- Who is told of which events. Rows of the shop's own subscribers are written when a release prepares the database.
create table event_subscription (
  -- The name that a module declares, or that name with the id of one of its rows: `webhook:7`.
  subscriber text not null check (length(subscriber) between 1 and 80),
  event text not null,
  -- Only events of these stores, and those of none; null: of all.
  stores text[],
  -- When a node last had it. A module that was removed is told of nothing after a week; an older release that runs beside a
  -- newer one takes nothing from it.
  seen_at timestamptz not null default now(),
  primary key (event, subscriber)
);

-- Written in the transaction of the change, and only where somebody subscribes.
create table event (
  id bigint generated always as identity primary key,
  -- As in domain/events/shop-events.ts: `order.placed`.
  name text not null check (name ~ '^[a-z_-]+\.[a-z_]+$'),
  -- What it is about: events of one object are delivered one after the other.
  object_kind text not null,
  object_id text not null,
  store store_code,
  -- Codes, numbers and amounts, never personal data.
  data jsonb not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index on event (recorded_at);

create table event_delivery (
  id bigint generated always as identity primary key,
  event_id bigint not null references event on delete cascade,
  subscriber text not null,
  -- Of the event, `order:S100001`.
  object text not null,
  -- 'owed': to be delivered at next_at; 'parked': given up until staff decide; 'dismissed': by staff.
  state text not null default 'owed' check (state in ('owed', 'delivered', 'parked', 'dismissed')),
  -- Attempts that began since it was owed.
  attempts integer not null default 0,
  -- While an attempt runs: when another node may try.
  next_at timestamptz not null default now(),
  -- The last attempt: its end, the code of its failure, and what a receiver outside answered.
  attempted_at timestamptz,
  error text check (length(error) <= 60),
  answer text check (length(answer) <= 2000),
  unique (subscriber, event_id)
);
create index on event_delivery (event_id);
create index event_delivery_open on event_delivery (subscriber, object, event_id) where state in ('owed', 'parked');
create index event_delivery_owed on event_delivery (subscriber, next_at, event_id) where state = 'owed';
create index event_delivery_parked on event_delivery (event_id) where state = 'parked';

-- Of its prices, for events; written when the stores are registered.
alter table store add column currency text check (currency ~ '^[A-Z]{3}$');
