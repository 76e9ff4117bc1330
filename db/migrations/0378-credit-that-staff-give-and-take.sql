-- Store credit that staff give and take away by hand. What is given is issued, and adds to `issued_minor`; what is taken
-- away is an entry of its own kind. `request_key` is the key of the request, so that one that is repeated books once.
alter table gift_card_entry drop constraint gift_card_entry_kind_check,
  add constraint gift_card_entry_kind_check check (kind in ('issued', 'spent', 'returned', 'withdrawn')),
  add column request_key text check (char_length(request_key) between 8 and 80);
comment on column gift_card_entry.request_key is 'The request that staff booked it with. Null: it was booked otherwise.';
create unique index gift_card_entry_of_request on gift_card_entry (gift_card_id, request_key) where request_key is not null;
