-- Mails that visitors can cause: how many went out, and which subscriptions wait for their confirmation.

-- Mails per recipient, kind and network within a window that begins with the first. The key is a keyed digest: no
-- address or network can be read from it.
create table mail_count (
  key bytea primary key,
  mails integer not null,
  resets_at timestamptz not null
);
create index on mail_count (resets_at);

-- A subscription that somebody asked for and that the owner of the address has not confirmed yet (double opt-in).
create table mail_confirmation (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('newsletter', 'stock')),
  store store_code not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  -- What the wish is for.
  product_id integer references product on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  mailed_at timestamptz,
  -- The link works once.
  used_at timestamptz,
  check ((purpose = 'stock') = (product_id is not null))
);
create index on mail_confirmation (expires_at);
create index on mail_confirmation (product_id) where product_id is not null;

-- When the owner of the address confirmed. Null: asked for before confirmation existed; nothing is mailed to these.
alter table newsletter_subscriber add confirmed_at timestamptz;
alter table stock_notification add confirmed_at timestamptz;
