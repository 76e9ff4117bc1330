-- A return that is sent again is the same return.

-- What the sender calls it; who sends the same key again is answered with the return it registered.
alter table order_return add request_key text check (char_length(request_key) between 1 and 64);
create unique index on order_return (order_id, request_key);
