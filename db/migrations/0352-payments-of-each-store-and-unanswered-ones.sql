-- Each store has an account of its own at a payment provider, and two accounts may count their payments alike.
-- Builds an index while no attempt can be written: about 3 seconds for a million attempts.
alter table payment_attempt add constraint payment_attempt_provider_provider_order_id_store_key
  unique (provider, provider_order_id, store);
alter table payment_attempt drop constraint payment_attempt_provider_provider_order_id_key;

-- Nodes of the release before leave both columns empty.
alter table payment_attempt add column open_asked_at timestamptz;
alter table payment_attempt add column unclaimed_at timestamptz;
comment on column payment_attempt.open_asked_at is
  'When its provider was asked to open a payment on its own page, until its id is stored or it is known that there is none or that it has ended; else null.';
comment on column payment_attempt.unclaimed_at is
  'When its provider was found to have taken money for an order that had ended and cannot be held.';

-- Both have few entries: what is in flight, and what staff decide about.
create index payment_attempt_unanswered on payment_attempt (open_asked_at) where open_asked_at is not null;
create index payment_attempt_unclaimed on payment_attempt (order_id) where unclaimed_at is not null;
