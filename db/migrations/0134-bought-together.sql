-- Which products are often bought together, computed every night from the orders of a store. Counts only: no row
-- belongs to an order or a buyer.
create table bought_together (
  store store_code not null,
  product_id integer not null references product on delete cascade,
  other_id integer not null references product on delete cascade,
  -- 1: the most often bought of them.
  position smallint not null,
  -- Orders with both.
  orders integer not null check (orders > 0),
  -- How many times more often than if the two were bought independently of each other.
  lift real not null check (lift > 0),
  primary key (store, product_id, other_id),
  check (product_id <> other_id)
);
create index on bought_together (product_id);
create index on bought_together (other_id);
