-- Mails that are owed, and what became of them (decision 162). A row is written in the transaction that causes the mail.
create table mail_outbox (
  -- The mail's Message-ID is made from it, or from what data names: it is the same for each attempt.
  id uuid primary key default gen_random_uuid(),
  -- Name in the registry of templates.
  template text not null check (length(template) between 1 and 80),
  -- What the template reads the mail from when it is sent: ids and codes, no personal data.
  data jsonb not null,
  -- An address that is in no other table; null: read by the template. Emptied when the mail has ended.
  recipient text check (length(recipient) <= 320),
  -- 'waiting': to be sent at next_at; 'sending': until next_at nobody else tries; 'refused': by the recipient's choice of
  -- mails; 'not_owed': its cause is over; 'failed': given up until staff decide; 'dismissed': by staff.
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'refused', 'not_owed', 'failed', 'dismissed')),
  next_at timestamptz not null default now(),
  -- Attempts that began.
  attempts integer not null default 0,
  -- The last failure: its code and that of the SMTP answer. No text of the mail server, which names the recipient.
  error text check (length(error) <= 60),
  smtp_code integer,
  -- Of the mail that was sent; of several the first.
  message_id text,
  -- While a mail is open or given up, no other one is written with its key.
  key text,
  -- The job of a former queue that it was.
  former_job uuid unique,
  created_at timestamptz not null default now(),
  -- When it was sent, refused, given up or dismissed.
  ended_at timestamptz
);
create index mail_outbox_open on mail_outbox (template, next_at) where state in ('waiting', 'sending');
create unique index mail_outbox_key on mail_outbox (key) where state in ('waiting', 'sending', 'failed');
create index mail_outbox_failed on mail_outbox (ended_at) where state = 'failed';
create index mail_outbox_ended on mail_outbox (ended_at) where ended_at is not null;
create index mail_outbox_recipient on mail_outbox (lower(recipient)) where recipient is not null;
