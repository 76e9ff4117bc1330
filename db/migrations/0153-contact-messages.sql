-- Messages of the contact form (decision 119), and the photos sent with them. Both go to the shop by mail.
create table contact_message (
  id bigint generated always as identity primary key,
  -- Idempotency key of the browser.
  key uuid not null unique,
  -- What the sender and the shop call it, e.g. K-7Q2M-94XD.
  reference text not null unique check (char_length(reference) between 1 and 20),
  store store_code not null,
  topic text not null check (topic in ('order', 'product', 'return', 'business', 'other')),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 254),
  -- As the sender wrote it; may be empty.
  order_number text not null default '' check (char_length(order_number) <= 60),
  message text not null check (char_length(message) between 1 and 4000),
  received_at timestamptz not null,
  -- When the mail to the shop, and the receipt to the sender, was sent.
  forwarded_at timestamptz,
  receipt_sent_at timestamptz
);
create index on contact_message (store, received_at);
create index on contact_message (email);

create table contact_photo (
  id uuid primary key,
  -- Null: uploaded, and not sent with a message yet.
  message_id bigint references contact_message on delete cascade,
  -- JPEG without metadata.
  bytes bytea not null check (octet_length(bytes) between 1 and 15728640),
  uploaded_at timestamptz not null
);
alter table contact_photo alter column bytes set storage external;
create index on contact_photo (message_id) where message_id is not null;
create index on contact_photo (uploaded_at) where message_id is null;
