-- Planned campaigns that ended before they could begin, until staff have seen it.
create table expired_campaign (
  product_id integer not null,
  store store_code not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (product_id, store, starts_at, ends_at),
  foreign key (product_id, store) references store_product on delete cascade
);
create index on expired_campaign (store, starts_at, ends_at);
