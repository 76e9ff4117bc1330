-- What staff do with messages of the contact form, and the answers they write (decision 128).
-- Earlier messages were answered from the shop's mailbox: they are not open.
alter table contact_message
  add column status text not null default 'closed' check (status in ('open', 'answered', 'closed')),
  -- The last change of the status; null: as the message was received.
  add column status_changed_at timestamptz,
  add column status_changed_by bigint references staff;
alter table contact_message alter column status set default 'open';
create index on contact_message (store, received_at) where status = 'open';

create table contact_answer (
  id bigint generated always as identity primary key,
  -- Idempotency key of the screen.
  key uuid not null unique,
  message_id bigint not null references contact_message on delete cascade,
  staff_id bigint not null references staff,
  body text not null check (char_length(body) between 1 and 8000),
  written_at timestamptz not null,
  -- When its mail was sent.
  sent_at timestamptz
);
create index on contact_answer (message_id);
