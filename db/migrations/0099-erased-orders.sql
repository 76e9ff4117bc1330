-- When the personal data of an order was erased because its retention had ended; its amounts and goods stay.
alter table orders add column erased_at timestamptz;
create index on orders (store, placed_at) where erased_at is null;
