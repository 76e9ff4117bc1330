-- Declarations of withdrawal (Directive 2011/83/EU, Art. 11a): kept as the buyer made them, whether or not an order
-- is found for them.
create table withdrawal (
  id bigint generated always as identity primary key,
  -- The browser's: a declaration sent again because no answer came is one.
  key uuid not null unique,
  store text not null check (store in ('sv', 'no', 'de', 'da')),
  -- As the buyer wrote it.
  order_number text not null check (char_length(order_number) between 1 and 60),
  -- The order of that number with that e-mail; null where the shop must look for it.
  order_id bigint references orders,
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 254),
  -- Which goods, in the buyer's words; empty: the whole order.
  goods text not null default '' check (char_length(goods) <= 1000),
  declared_at timestamptz not null,
  -- When the receipt left.
  receipt_sent_at timestamptz
);

create index withdrawal_of_order on withdrawal (order_id) where order_id is not null;
