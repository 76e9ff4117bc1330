-- Refunds above the store's limit: one person asks for them, another one approves or rejects them.
create table refund_request (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  requested_by bigint not null references staff,
  -- `request` and `reason` of the refund.
  refund jsonb not null,
  idempotency_key text not null check (length(idempotency_key) between 8 and 80),
  -- What it would have paid back when it was asked for.
  amount_minor bigint not null check (amount_minor > 0),
  requested_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected')),
  decided_by bigint references staff check (decided_by <> requested_by),
  decided_at timestamptz,
  -- Why it was rejected.
  rejection text check (length(rejection) between 1 and 1000),
  check ((status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)),
  check ((status = 'rejected') = (rejection is not null))
);
-- One at a time: the next one would be computed without it.
create unique index on refund_request (order_id) where status = 'open';
create index on refund_request (order_id, id);
