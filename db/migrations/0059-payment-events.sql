-- Never written: the callbacks of providers are stored in payment_event.
drop table payment_callback;

-- What a provider reported, as received: stored before it is answered, processed by a job. May hold personal data.
create table payment_event (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('klarna', 'stripe', 'walley_b2c', 'walley_b2b')),
  store store_code not null,
  -- The provider's id of the event, or a digest of its content where it has none.
  event_key text not null,
  -- The provider's name of the event.
  kind text not null,
  -- Null: not about a payment.
  provider_order_id text,
  query jsonb not null,
  headers jsonb not null,
  body bytea not null,
  received_at timestamptz not null default now(),
  deliveries integer not null default 1,
  -- Null while a job owes its processing.
  processed_at timestamptz,
  -- Code of the result, or of what delays it.
  outcome text,
  unique (provider, store, event_key)
);
create index on payment_event (provider, provider_order_id);
create index on payment_event (received_at);
