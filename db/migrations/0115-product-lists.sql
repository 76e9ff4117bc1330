-- Lists of products that a customer keeps: the saved products (save for later, the heart), and lists with a name.
create table product_list (
  id integer generated always as identity primary key,
  store text not null references store (code),
  account_id bigint not null references account on delete cascade,
  -- Null: the saved products, of which an account has one list per store.
  name text check (length(name) between 1 and 80),
  -- 128 random bits in the address of the shared list; null: not shared.
  share_token text unique,
  shared_at timestamptz,
  created_at timestamptz not null,
  -- A deleted list can be restored for a day; then the job `tidy` removes it.
  deleted_at timestamptz,
  check ((share_token is null) = (shared_at is null)),
  check (name is not null or deleted_at is null)
);
create unique index on product_list (account_id, store) where name is null;
create index on product_list (account_id, store);
create index on product_list (deleted_at) where deleted_at is not null;

create table product_list_line (
  list_id integer not null references product_list on delete cascade,
  product_id integer not null references product on delete cascade,
  quantity integer not null check (quantity between 1 and 5000),
  added_at timestamptz not null,
  primary key (list_id, product_id)
);
create index on product_list_line (product_id);
