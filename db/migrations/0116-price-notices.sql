-- Notices of a lower price: asked for with an address, confirmed by its owner (double opt-in).
alter table mail_confirmation drop constraint mail_confirmation_purpose_check;
alter table mail_confirmation add constraint mail_confirmation_purpose_check
  check (purpose in ('newsletter', 'stock', 'price'));
alter table mail_confirmation drop constraint mail_confirmation_check;
alter table mail_confirmation add constraint mail_confirmation_check
  check ((purpose in ('stock', 'price')) = (product_id is not null));
-- The price that the asker saw, VAT included, in minor units.
alter table mail_confirmation add price_minor integer check (price_minor >= 0);
alter table mail_confirmation add constraint mail_confirmation_price_check
  check ((purpose = 'price') = (price_minor is not null));

create table price_notice (
  product_id integer not null references product on delete cascade,
  store store_code not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  -- A notice is due below this price: the one that the asker saw, later the one in the last mail.
  price_minor integer not null check (price_minor >= 0),
  confirmed_at timestamptz not null,
  -- The last mail; the next one at least a week later.
  mailed_at timestamptz,
  -- Nothing is mailed after this moment.
  expires_at timestamptz not null,
  primary key (product_id, store, email)
);
create index on price_notice (email);

-- Requests for a notice of stock end too.
alter table stock_notification add expires_at timestamptz;
update stock_notification set expires_at = created_at + interval '365 days';
alter table stock_notification alter expires_at set not null;
