-- Experiments (EVENT-11): which part of the shop is tried in which variants, in which stores, and when.

create table experiment (
  key text primary key check (key ~ '^[a-z0-9-]{1,60}$'),
  stores store_code[] not null check (cardinality(stores) > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at)
);

create table experiment_variant (
  experiment_key text not null references experiment on delete cascade,
  key text not null check (key ~ '^[a-z0-9-]{1,60}$'),
  -- Share of the visitors, against the sum of the experiment's weights.
  weight integer not null check (weight > 0),
  primary key (experiment_key, key)
);
