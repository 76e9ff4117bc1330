-- Dates of awaited goods that changed, and what buyers who wait for them were told (decision 121).

-- A delivery of goods that is expected on another day than before. Rows are written by a trigger on `stock`.
create table stock_date_move (
  id bigint generated always as identity primary key,
  product_id integer not null references product on delete cascade,
  store store_code not null,
  pool text not null check (pool in ('incoming', 'presale')),
  expected_at timestamptz not null,
  moved_at timestamptz not null default clock_timestamp()
);
create index on stock_date_move (product_id, store, pool, id);
create index on stock_date_move (moved_at);

-- The dates on which lines of orders are expected in stock that changed after the order; the newest counts.
create table order_line_date (
  order_id bigint not null,
  uuid text not null,
  -- The newest move of a product of the order, which names the mail. Moves are deleted after some weeks.
  move_id bigint not null,
  -- What the buyer was told before, in the order or by the last mail; null: that no date was known.
  former_at timestamptz,
  expected_at timestamptz not null,
  -- Whether a mail says it: not where the goods come earlier, or less than a day later.
  is_mailed boolean not null,
  primary key (order_id, uuid, move_id),
  foreign key (order_id, uuid) references order_line (order_id, uuid)
);
