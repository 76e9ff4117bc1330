-- Pictures that buyers send: of faulty goods with a return, and of proofs that an old battery was returned.
create table customer_picture (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- Null: it belongs to a deposit proof.
  return_id bigint references order_return,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- JPEG without metadata.
  bytes bytea not null check (octet_length(bytes) between 1 and 15728640),
  uploaded_at timestamptz not null
);
alter table customer_picture alter column bytes set storage external;
create unique index customer_picture_once on customer_picture (order_id, coalesce(return_id, 0), sha256);
create index on customer_picture (return_id) where return_id is not null;
create index on customer_picture (uploaded_at);

-- Proofs that old starter batteries were returned elsewhere, for the refund of their deposits (BattDG § 19).
create table deposit_proof (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  quantity integer not null check (quantity between 1 and 5000),
  -- The day on which the proof says that the batteries were returned.
  proof_on date not null,
  picture_id bigint references customer_picture on delete set null,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected')),
  rejection text check (char_length(rejection) between 1 and 500),
  refund_number integer,
  submitted_at timestamptz not null,
  foreign key (order_id, refund_number) references refund (order_id, number),
  check ((status = 'approved') = (refund_number is not null)),
  check ((status = 'rejected') = (rejection is not null))
);
create index on deposit_proof (order_id);
create unique index on deposit_proof (picture_id);
create index on deposit_proof (submitted_at) where status = 'open';

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check
  check (reason in ('withdrawal', 'complaint', 'not_delivered', 'price_reduction', 'goodwill', 'cancelled', 'deposit'));
