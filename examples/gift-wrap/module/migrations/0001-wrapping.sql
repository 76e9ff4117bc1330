-- What shoppers can choose: products of the shop.
create table wrapping (
  id integer generated always as identity primary key,
  sku text not null unique,
  note text not null default '',
  is_offered boolean not null default true
);

-- Orders that have wrapping among their lines.
create table wrapped_order (
  number text primary key,
  store text not null,
  -- Article numbers of the wrapping, each with how many.
  wrapping text[] not null,
  placed_at timestamptz not null default now(),
  wrapped_at timestamptz
);
create index wrapped_order_waiting on wrapped_order (placed_at) where wrapped_at is null;
