-- Where a product is kept in the warehouse of a store; picking lists are sorted by it.
create table product_place (
  product_id integer not null,
  store store_code not null,
  place text not null check (length(place) between 1 and 40),
  primary key (product_id, store),
  foreign key (product_id, store) references store_product on delete cascade
);
