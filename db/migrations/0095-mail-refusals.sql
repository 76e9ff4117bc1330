-- Topics of mails that the owner of an address does not want (domain/mail/mail-kind.ts). The newsletter is not
-- among them: it goes only to addresses in newsletter_subscriber.
create table mail_refusal (
  store text not null references store (code),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  topic text not null,
  refused_at timestamptz not null,
  primary key (store, email, topic)
);
create index on mail_refusal (email);
