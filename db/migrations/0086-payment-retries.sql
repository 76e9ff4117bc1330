-- How often staff sent an operation again after the provider's refusal. A refund that is sent again is a new one at
-- the provider, under a key of its own: under the old key it would answer the refused one.
alter table payment_operation add column retries integer not null default 0 check (retries >= 0);
