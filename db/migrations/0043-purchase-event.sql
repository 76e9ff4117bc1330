-- When a browser was allowed to push the order's `purchase` event (EVENT-03): the first one that asks, once per order.
-- Orders placed before this column existed count as pushed; they get the moment of the migration without a rewrite.
alter table orders add purchase_event_at timestamptz default now();
alter table orders alter purchase_event_at drop default;
