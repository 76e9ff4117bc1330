-- The next order number of a store. Gaps are allowed.

create or replace function next_order_number(of_store text) returns text language sql volatile as $$
  select order_number_prefix || nextval(('order_number_' || code)::regclass) from store where code = of_store
$$;

-- Sets the number that the next order of a store gets. The serving role may take numbers of a sequence and not set it, so
-- this runs as the owner: it refuses numbers that an order has, and search_path keeps out temporary tables.

create or replace function continue_order_numbers(of_store text, next_number bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  prefix text;
begin
  select order_number_prefix into strict prefix from store where code = of_store;
  if next_number not between 2 and 100000000 or exists (
    select from orders o where o.store = of_store and o.number ~ ('^' || prefix || '[0-9]{1,9}$')
      and substr(o.number, length(prefix) + 1)::integer >= next_number
  ) then
    raise exception 'the next order of % cannot have the number %', of_store, next_number;
  end if;
  perform setval(format('order_number_%s', of_store)::regclass, next_number - 1, true);
end
$$;
revoke execute on function continue_order_numbers(text, bigint) from public;

-- What the sequence of each store gives next.

create or replace function next_order_numbers() returns table (store text, next_order bigint) stable language sql as $$
  select s.code, coalesce(q.last_value + 1, q.start_value)
  from store s join pg_sequences q on q.schemaname = current_schema() and q.sequencename = 'order_number_' || s.code
$$;
