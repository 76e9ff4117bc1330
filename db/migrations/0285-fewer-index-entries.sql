-- What an order writes, beside its rows. Every index of orders has an entry for each version of a row, because the status
-- is indexed; each of these was covered by another one, or read by nothing.

-- orders_by_placed begins with the same column; orders_by_status finds the pending ones.
drop index orders_placed_at_idx;
drop index orders_placed_at_idx1;

-- One index of statuses instead of two: with the store, it also answers what operators watch, without the rows.
drop index orders_open;
drop index orders_by_status;
create index orders_by_status on orders (status, placed_at, id) include (store);

-- Beginnings of numbers are read as ranges of the unique index.
drop index orders_by_number_prefix;

-- Private orders, which most are, have no entry: those that are not of businesses are private.
drop index orders_by_customer_type;
drop index orders_of_businesses;
create index orders_of_businesses on orders (placed_at, id) include (payment_provider)
  where snapshot #>> '{customer,type}' = 'business';

-- No statement reads it: how long an abandoned checkout is kept depends on its other columns. Without it, a change of a
-- checkout writes no index where its page has room.
drop index checkout_updated_at_idx;
alter table checkout set (fillfactor = 70);
