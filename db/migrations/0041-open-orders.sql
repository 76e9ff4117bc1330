-- What operators watch (metrics): orders that still need something, by store and state, without reading the others.
create index orders_open on orders (status, store, placed_at)
  where status in ('pending', 'held', 'received', 'processing');
