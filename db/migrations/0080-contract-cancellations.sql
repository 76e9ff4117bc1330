-- Cancellations of subscriptions without a login (§ 312k BGB, decision 68): kept as the customer made them, whether or
-- not a subscription matches them.
create table contract_cancellation (
  id bigint generated always as identity primary key,
  -- Idempotency key of the browser.
  key uuid not null unique,
  store store_code not null,
  -- Number of a subscription or of its order, as the customer wrote it.
  contract text not null check (char_length(contract) between 1 and 60),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 254),
  kind text not null check (kind in ('ordinary', 'extraordinary')),
  reason text not null default '' check (char_length(reason) <= 1000),
  -- The day the customer asks for; null: as early as possible.
  ends_on date,
  -- Numbers of the subscriptions that matched and were cancelled; empty: staff must look for them.
  subscriptions text[] not null default '{}',
  declared_at timestamptz not null,
  receipt_sent_at timestamptz
);
create index contract_cancellation_unmatched on contract_cancellation (declared_at) where subscriptions = '{}';
