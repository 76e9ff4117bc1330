-- Checkouts, orders, their stock, their payments and their mails. An order is written before any money moves;
-- what it promised (its snapshot) never changes afterwards.

-- A checkout's id is its only key and as hard to guess as one: 128 random bits.
create table checkout (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  store store_code not null,
  -- Rises with every change; an order belongs to exactly one version.
  version integer not null default 1,
  -- Cart lines as the server answered them last, API form.
  items jsonb not null,
  coupon_codes text[] not null default '{}',
  campaign_data jsonb,
  customer_type text check (customer_type in ('private', 'business')),
  -- {email, phone, firstName, lastName, companyName}
  contact jsonb,
  -- {street, postalCode, city}
  address jsonb,
  shipping_method text,
  service_point text,
  payment_method text,
  -- The live order made from it; null until then and again after a payment that failed.
  order_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on checkout (updated_at);

-- Order numbers: the store's letter and a running number. Gaps are allowed here (never in invoice numbers).
create sequence order_number_sv start 100001;
create sequence order_number_no start 100001;
create sequence order_number_de start 100001;
create sequence order_number_da start 100001;

create function next_order_number(of_store text) returns text language sql volatile as $$
  select case of_store
    when 'sv' then 'S' || nextval('order_number_sv')
    when 'no' then 'N' || nextval('order_number_no')
    when 'de' then 'D' || nextval('order_number_de')
    when 'da' then 'K' || nextval('order_number_da')
  end
$$;

create table orders (
  id bigint generated always as identity primary key,
  number text not null unique,
  store store_code not null,
  checkout_id text not null references checkout,
  checkout_version integer not null,
  -- domain/orders/order-states.ts holds the transitions.
  status text not null default 'pending' check (status in ('pending', 'held', 'payment_failed',
    'received', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')),
  -- 128 random bits: the only way for a guest to read the order.
  access_token text not null unique check (access_token ~ '^[0-9a-f]{32}$'),
  snapshot jsonb not null,
  -- SHA-256 over the snapshot's canonical JSON.
  snapshot_hash text not null check (snapshot_hash ~ '^[0-9a-f]{64}$'),
  currency text not null check (currency in ('SEK', 'NOK', 'EUR', 'DKK')),
  total_minor minor_units not null,
  vat_minor minor_units not null,
  email text not null,
  -- Whose account it belongs to; accounts come later and have no say in what an order is.
  account_id bigint,
  payment_provider text not null check (payment_provider in
    ('klarna', 'stripe', 'invoice', 'walley_b2c', 'walley_b2b', 'none')),
  -- Personal or company number for the invoice; kept outside the snapshot so that it can be erased.
  identity_number text,
  placed_at timestamptz not null,
  finalized_at timestamptz,
  unique (checkout_id, checkout_version)
);
-- One order that can still become or is a sale per checkout.
create unique index orders_live_per_checkout on orders (checkout_id)
  where status not in ('payment_failed', 'cancelled');
create index on orders (placed_at);
create index on orders (lower(email));
create index on orders (account_id) where account_id is not null;
create index on orders (placed_at) where status = 'pending';

alter table checkout add foreign key (order_id) references orders;

create function keep_order_promise() returns trigger language plpgsql as $$
begin
  raise exception 'what order % promised cannot be changed', old.number using errcode = 'integrity_constraint_violation';
end $$;

create trigger order_promise_is_kept before update on orders for each row
  when ((new.number, new.store, new.checkout_id, new.checkout_version, new.access_token, new.snapshot_hash,
         new.currency, new.total_minor, new.vat_minor, new.placed_at)
    is distinct from (old.number, old.store, old.checkout_id, old.checkout_version, old.access_token,
         old.snapshot_hash, old.currency, old.total_minor, old.vat_minor, old.placed_at)
    or new.snapshot is distinct from old.snapshot)
  execute function keep_order_promise();

-- The snapshot's lines again, for stock, returns and statistics. Product ids carry no foreign key: an order
-- outlives the catalogue.
create table order_line (
  order_id bigint not null references orders,
  position smallint not null,
  uuid text not null,
  product_id integer not null,
  sku text not null,
  name text not null,
  quantity integer not null check (quantity between 1 and 5000),
  unit_price_minor minor_units not null,
  -- After every discount.
  total_minor minor_units not null,
  vat_minor minor_units not null,
  vat_rate_basis_points integer not null,
  primary key (order_id, position),
  unique (order_id, uuid)
);
create index on order_line (product_id);

create table stock_reservation (
  order_id bigint not null references orders,
  product_id integer not null,
  store store_code not null,
  pool text not null check (pool in ('available', 'incoming', 'presale')),
  quantity integer not null check (quantity >= 1),
  status text not null default 'reserved' check (status in ('reserved', 'released', 'consumed')),
  primary key (order_id, product_id, pool)
);
create index on stock_reservation (product_id, store) where status = 'reserved';

-- Takes an order's reservations out of their pools: one conditional update per product, in the order of
-- product ids so that two orders cannot wait for each other. Answers the first product that has too little;
-- the caller must then roll back.
create function reserve_stock(of_order bigint) returns integer language plpgsql as $$
declare wanted record;
begin
  for wanted in
    select product_id, store, pool, quantity from stock_reservation
    where order_id = of_order and status = 'reserved' order by product_id, pool
  loop
    update stock s set
      available = available - case when wanted.pool = 'available' then wanted.quantity else 0 end,
      incoming = incoming - case when wanted.pool = 'incoming' then wanted.quantity else 0 end,
      presale = presale - case when wanted.pool = 'presale' then wanted.quantity else 0 end
    where s.product_id = wanted.product_id and s.store = wanted.store and not s.discontinued
      and case wanted.pool when 'available' then s.available when 'incoming' then s.incoming else s.presale end
        >= wanted.quantity;
    if not found then return wanted.product_id; end if;
  end loop;
  return null;
end $$;

-- Puts back what an order still holds. Twice is once: only rows still reserved count.
create function release_stock(of_order bigint) returns integer language plpgsql as $$
declare held record; released integer := 0;
begin
  for held in
    select product_id, store, pool, quantity from stock_reservation
    where order_id = of_order and status = 'reserved' order by product_id, pool for update
  loop
    update stock s set
      available = available + case when held.pool = 'available' then held.quantity else 0 end,
      incoming = incoming + case when held.pool = 'incoming' then held.quantity else 0 end,
      presale = presale + case when held.pool = 'presale' then held.quantity else 0 end
    where s.product_id = held.product_id and s.store = held.store;
    update stock_reservation set status = 'released'
    where order_id = of_order and product_id = held.product_id and pool = held.pool;
    released := released + 1;
  end loop;
  return released;
end $$;

-- One try to pay. A provider whose frame takes the address opens it before there is an order; then the order,
-- its amount and hash are bound to the attempt when the shopper commits.
create table payment_attempt (
  id bigint generated always as identity primary key,
  checkout_id text not null references checkout,
  order_id bigint references orders,
  provider text not null check (provider in
    ('klarna', 'stripe', 'invoice', 'walley_b2c', 'walley_b2b', 'none')),
  -- The provider's own id of it; null until the provider answered.
  provider_order_id text check (provider_order_id <> ''),
  store store_code not null,
  customer_type text not null check (customer_type in ('private', 'business')),
  amount_minor minor_units not null,
  currency text not null,
  snapshot_hash text,
  status text not null default 'created' check (status in ('created', 'pending', 'review', 'authorized',
    'captured', 'part_refunded', 'refunded', 'failed', 'cancelled', 'expired', 'mismatch')),
  captured_minor minor_units not null default 0 check (captured_minor <= amount_minor),
  refunded_minor minor_units not null default 0 check (refunded_minor <= captured_minor),
  -- Sent with every call that creates, so that a repeat after a timeout is no second payment.
  idempotency_key text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_order_id),
  check ((order_id is null) = (snapshot_hash is null))
);
-- No order is paid twice.
create unique index payment_attempt_paid_once on payment_attempt (order_id)
  where status in ('authorized', 'captured', 'part_refunded', 'refunded');
create index on payment_attempt (order_id);
create index on payment_attempt (checkout_id);

-- Captures, refunds and cancellations asked of a provider, each under a key that a retry repeats.
create table payment_operation (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references payment_attempt,
  kind text not null check (kind in ('capture', 'refund', 'cancel')),
  amount_minor minor_units not null,
  idempotency_key text not null unique,
  provider_operation_id text,
  status text not null default 'started' check (status in ('started', 'done', 'failed', 'unknown')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on payment_operation (attempt_id);

-- What providers tell us, stored before it is answered and kept until it is dealt with.
create table payment_callback (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The provider's event id, or a digest of what was told where it has none.
  event_key text not null,
  provider_order_id text,
  body text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  tries integer not null default 0,
  -- Code of what hindered it last.
  problem text,
  unique (provider, event_key)
);
create index on payment_callback (received_at) where processed_at is null;

-- The order's history.
create table order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  kind text not null,
  from_status text,
  to_status text,
  actor text not null check (actor in ('shopper', 'provider', 'system', 'staff')),
  -- Codes and amounts, never personal data.
  data jsonb not null default '{}',
  recorded_at timestamptz not null default now()
);
create index on order_event (order_id, id);
create trigger order_event_is_append_only before update or delete or truncate on order_event
  for each statement execute function refuse_change();

-- Invoice numbers have no gaps: the counter's row is locked by the transaction that issues.
create table invoice_counter (
  store store_code primary key,
  last_number integer not null default 0
);
insert into invoice_counter (store) values ('sv'), ('no'), ('de'), ('da');

create table invoice (
  id bigint generated always as identity primary key,
  store store_code not null,
  number integer not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  order_id bigint not null references orders,
  -- The same capture or refund never makes two invoices.
  reason_key text not null unique,
  amount_minor minor_units not null,
  vat_minor minor_units not null,
  currency text not null,
  due_at date,
  issued_at timestamptz not null,
  unique (store, number)
);
create index on invoice (order_id);

create function refuse_gap() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice stays as it is' using errcode = 'integrity_constraint_violation';
end $$;
create trigger invoice_is_final before update or delete or truncate on invoice
  for each statement execute function refuse_gap();

-- Mails an order owes its buyer, one of each kind; written with what causes them, sent by a job.
create table order_mail (
  order_id bigint not null references orders,
  kind text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  message_id text,
  primary key (order_id, kind)
);
create index on order_mail (created_at) where sent_at is null;
