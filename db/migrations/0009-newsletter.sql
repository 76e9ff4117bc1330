-- Who gets the newsletter of a store (CHROME-14) and who ended it (ROUTE-18). The address is stored in lower case.

create table newsletter_subscriber (
  store store_code not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  subscribed_at timestamptz not null default now(),
  -- Kept, so that nobody writes to the address by mistake.
  unsubscribed_at timestamptz,
  primary key (store, email)
);
