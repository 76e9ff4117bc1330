-- Words and offers around the catalogue: pages, blocks of the chrome, deals, hints.

create table content_page (
  store store_code not null,
  path text not null,
  title text not null,
  -- HTML, sanitised before it is shown (PAGE-09).
  body text not null,
  published boolean not null default true,
  -- Opens an unpublished page at /page-preview (ROUTE-51).
  preview_key text not null,
  updated_at timestamptz not null default now(),
  primary key (store, path)
);

create table widget (
  store store_code not null,
  slug text not null,
  content text not null,
  hidden boolean not null default false,
  primary key (store, slug)
);

create table deal (
  id integer generated always as identity primary key,
  store store_code not null,
  title text not null,
  product_id integer not null references product on delete cascade,
  discount_percent smallint not null check (discount_percent between 1 and 100),
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  unique (store, product_id, starts_at),
  check (expires_at > starts_at)
);

create table search_hint (
  id integer generated always as identity primary key,
  store store_code not null,
  triggers text[] not null,
  hint text not null,
  url text not null,
  url_title text not null,
  unique (store, hint)
);

-- Who wants to know when a product can be bought again (CARD-11).
create table stock_notification (
  product_id integer not null references product on delete cascade,
  store store_code not null,
  email text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (product_id, store, email)
);
