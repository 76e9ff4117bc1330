-- What a product costs the shop, without VAT: one amount in each currency in which it is bought. For staff who may
-- change prices; nothing that shoppers see is made from it (decision 127).
create table product_cost (
  product_id integer not null references product on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  cost_minor bigint not null check (cost_minor >= 0),
  primary key (product_id, currency)
);
