-- Gift cards that are sent to somebody else than their buyer: to whom, when, and whether it is done. One row per line
-- of the order, written when its cards are issued.
create table gift_card_delivery (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  line_uuid text not null,
  store store_code not null,
  recipient_name text not null check (char_length(recipient_name) between 1 and 100),
  recipient_email text not null check (char_length(recipient_email) between 3 and 200),
  -- Plain text of the buyer; empty: none.
  greeting text not null check (char_length(greeting) <= 500),
  -- A day of the store.
  deliver_on date not null,
  -- When that day's deliveries begin.
  due_at timestamptz not null,
  -- Cancelled: its cards were refunded or disabled before.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'cancelled')),
  sent_at timestamptz,
  -- How often staff sent the mail again: each time under a message id of its own.
  resends integer not null default 0 check (resends >= 0),
  created_at timestamptz not null default now(),
  unique (order_id, line_uuid),
  check ((status = 'sent') = (sent_at is not null))
);
create index on gift_card_delivery (due_at) where status = 'waiting';
