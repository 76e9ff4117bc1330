-- The database checks the shape of a currency and knows no list of them: a new store may bring its own
-- (domain/stores/store.ts). Not validated, so that no table is read under the lock: the former lists were narrower.
alter table orders
  drop constraint orders_currency_check,
  add constraint orders_currency_check check (currency ~ '^[A-Z]{3}$') not valid;
alter table gift_card
  drop constraint gift_card_currency_check,
  add constraint gift_card_currency_check check (currency ~ '^[A-Z]{3}$') not valid;
