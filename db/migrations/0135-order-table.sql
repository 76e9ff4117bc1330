-- Indexes of the back office's table of orders (domain/back-office/order-table.server.ts): each sort with the
-- key that decides between equals, alone and after the filters that are used most.
create index orders_by_placed on orders (placed_at, id);
create index orders_by_status on orders (status, placed_at, id);
create index orders_by_store on orders (store, placed_at, id);
create index orders_by_total on orders (total_minor, id);
create index orders_by_provider on orders (payment_provider, placed_at, id);
create index orders_by_customer_type on orders ((snapshot #>> '{customer,type}'), placed_at, id);
create index orders_by_number_prefix on orders (number text_pattern_ops);

-- Words of buyer and recipient, found by their beginnings.
create index orders_search_words on orders using gin (to_tsvector('simple', translate(
  coalesce(snapshot #>> '{customer,firstName}', '') || ' ' || coalesce(snapshot #>> '{customer,lastName}', '') || ' ' ||
  coalesce(snapshot #>> '{customer,companyName}', '') || ' ' || coalesce(snapshot #>> '{customer,email}', '') || ' ' ||
  coalesce(snapshot #>> '{recipient,firstName}', '') || ' ' || coalesce(snapshot #>> '{recipient,lastName}', '') || ' ' ||
  coalesce(snapshot #>> '{recipient,companyName}', ''), '@.-_+/', '      ')));
