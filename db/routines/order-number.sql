-- The next order number of a store. Gaps are allowed.

create or replace function next_order_number(of_store text) returns text language sql volatile as $$
  select case of_store
    when 'sv' then 'S' || nextval('order_number_sv')
    when 'no' then 'N' || nextval('order_number_no')
    when 'de' then 'D' || nextval('order_number_de')
    when 'da' then 'K' || nextval('order_number_da')
  end
$$;
