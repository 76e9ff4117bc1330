-- Store credit: a gift card that an account holds. Nobody knows its code; only its account can pay with it, in its store.
alter table gift_card add column account_id bigint references account (id);
comment on column gift_card.account_id is
  'The account whose store credit it is; nobody else pays with it. Null: a card that is paid with by its code.';
create unique index gift_card_of_account on gift_card (account_id, store) where account_id is not null;
-- The card of a customer who was erased is disabled, and remembers whose it was as `erased_address` does: a file that is
-- imported again gives nothing to an account that is opened with the address later.
alter table gift_card add column holder_digest text;
comment on column gift_card.holder_digest is
  'Keyed digest of the address whose store credit it was, until claims lapse. Null: it is nobody''s, or its account is there.';
create index gift_card_holder_digest on gift_card (holder_digest) where holder_digest is not null;
