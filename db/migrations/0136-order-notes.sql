-- What staff write to each other about an order. Never shown to its buyer, and never changed.
create table order_note (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  staff_id bigint not null references staff,
  body text not null check (length(body) between 1 and 4000),
  -- Staff who are mentioned.
  mentions bigint[] not null default '{}',
  written_at timestamptz not null
);
create index on order_note (order_id, id);
create index on order_note using gin (mentions);

-- How often staff sent a mail again: each time under a message id of its own, or mailboxes drop it as known.
alter table order_mail add column resends integer not null default 0 check (resends >= 0);
