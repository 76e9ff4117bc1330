-- What customers bought at a former shop, as history alone: no order of this shop, so that its numbers, books, invoices,
-- stock and refunds do not know of them (decision 157).
create table former_order (
  id bigint generated always as identity primary key,
  store store_code not null references store (code),
  -- As the former shop printed it.
  number text not null check (length(number) between 1 and 60),
  placed_at timestamptz not null,
  -- The account whose confirmed address it was, joined as orders of guests are; null: none, or it was erased.
  account_id bigint references account (id),
  -- In lower case; null: the former shop knew none, or it was erased.
  email text check (email = lower(email) and length(email) between 3 and 254),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_minor minor_units not null,
  -- Parts of the total, and what was paid back of it; null: unknown.
  shipping_minor minor_units,
  tax_minor minor_units,
  discount_minor minor_units,
  refunded_minor minor_units,
  -- Null: unknown.
  payment text check (payment in ('unpaid', 'partly_paid', 'paid', 'partly_refunded', 'refunded')),
  fulfilment text check (fulfilment in ('unfulfilled', 'partly_fulfilled', 'fulfilled')),
  is_cancelled boolean not null,
  -- As `FormerOrderLine` of domain/former-orders/former-order.ts. Products are found by the sku when it is read.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  imported_at timestamptz not null,
  -- Who imported it: kind and id of an actor.
  importer_kind text not null,
  importer_id text,
  -- Since when nothing says whose it was.
  erased_at timestamptz,
  unique (store, number)
);
create index former_order_by_account on former_order (account_id, placed_at desc) where account_id is not null;
create index former_order_by_email on former_order (email) where email is not null;
create index former_order_by_number on former_order (upper(number) text_pattern_ops);
create index former_order_to_erase on former_order (store, placed_at) where erased_at is null;
