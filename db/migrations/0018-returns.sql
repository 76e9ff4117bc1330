-- What buyers send back, and when orders reached them.

-- Null until then. The time for a return begins with it.
alter table orders add delivered_at timestamptz;

create table order_return (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- 1, 2, … within its order; S100001-R1 is the first of S100001.
  number integer not null check (number >= 1),
  -- domain/returns/return.ts holds the moves.
  status text not null default 'registered' check (status in ('registered', 'received', 'refunded', 'rejected')),
  -- 128 random bits: opens the slip to print and nothing else.
  label_token text not null unique check (label_token ~ '^[0-9a-f]{32}$'),
  comment text not null default '' check (char_length(comment) <= 1000),
  -- The refund that paid for its goods.
  refund_number integer,
  registered_at timestamptz not null,
  unique (order_id, number),
  foreign key (order_id, refund_number) references refund (order_id, number),
  check ((status = 'refunded') = (refund_number is not null))
);

create table order_return_line (
  return_id bigint not null references order_return,
  position smallint not null,
  sku text not null,
  -- As the order says it.
  name text not null,
  quantity integer not null check (quantity between 1 and 5000),
  reason text not null check (reason in ('changed_mind', 'wrong_choice', 'defective', 'damaged', 'wrong_item', 'other')),
  primary key (return_id, position)
);
