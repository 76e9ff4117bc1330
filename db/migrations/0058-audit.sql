-- Who changed what: one row per change, written in its transaction.
create table audit_entry (
  id bigint generated always as identity primary key,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Joins the entry to the rows of stock_change and price_history that its transaction wrote.
  transaction_id xid8 not null default pg_current_xact_id(),
  actor_kind text not null check (actor_kind in ('staff', 'cli', 'job', 'buyer', 'provider', 'system')),
  actor_id text,
  on_behalf_of text,
  request_id text,
  store text references store (code),
  action text not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index on audit_entry (object_kind, object_id, id desc);
create index on audit_entry (actor_kind, actor_id, id desc);
create index on audit_entry using brin (recorded_at);

-- Nullable, so that the table is not rewritten; rows from before have none.
alter table price_history add column transaction_id xid8;
alter table price_history alter column transaction_id set default pg_current_xact_id();
