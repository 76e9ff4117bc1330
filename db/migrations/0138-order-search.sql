-- Indexes of the back office for beginnings of e-mail addresses, and for business orders by payment provider, whose
-- count reads only the index. The first also serves what looked for whole addresses.
drop index orders_lower_idx;
create index orders_by_email_prefix on orders (lower(email) text_pattern_ops);
create index orders_of_businesses on orders (payment_provider, placed_at, id)
  where snapshot #>> '{customer,type}' = 'business';
