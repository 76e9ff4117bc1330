-- Keyed digests by which the unpaid orders of a buyer are counted: they keep stock. Those of a network are written when it
-- opens the payment, the others with the order.
create table unpaid_order_key (
  attempt_id bigint not null references payment_attempt on delete cascade,
  kind text not null check (kind in ('account', 'email', 'network')),
  -- HMAC with a key of the shop's secret.
  digest bytea not null check (octet_length(digest) = 32),
  primary key (attempt_id, kind)
);
create index on unpaid_order_key (kind, digest);
