-- The next order number of a store. Gaps are allowed.

create or replace function next_order_number(of_store text) returns text language sql volatile as $$
  select order_number_prefix || nextval(('order_number_' || code)::regclass) from store where code = of_store
$$;
