-- The ids of payment methods stand in domain/stores/payment-provider-id.ts alone: every id is parsed before it is
-- stored, and a new method needs no migration.
alter table orders drop constraint orders_payment_provider_check;
alter table payment_attempt drop constraint payment_attempt_provider_check;
alter table payment_event drop constraint payment_event_provider_check;
