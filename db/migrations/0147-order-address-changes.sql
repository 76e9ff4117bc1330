-- Where the goods of an order go after staff changed it. The snapshot keeps what the buyer ordered; the newest row counts.
create table order_address_change (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- As `recipient` of the order's snapshot.
  recipient jsonb not null,
  changed_at timestamptz not null
);
create index on order_address_change (order_id, id);
