-- Opening an account, proving its e-mail address, and changing how one signs in. Of every token only the SHA-256
-- is kept.

alter table account
  -- When the owner of the mailbox followed a link that was mailed to it. Null: an account that staff created.
  -- Only a verified address joins the guest orders placed with it.
  add column email_verified_at timestamptz,
  -- The user handle of its passkeys: random, because authenticators may show it to anybody (WebAuthn, 14.6.1).
  add column passkey_user uuid not null default gen_random_uuid() unique;

-- A request to open an account. It is written for every address, with or without an account, so that the answer
-- and its work are the same; the job that mails decides.
create table account_opening (
  id bigint generated always as identity primary key,
  store text not null references store (code),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null until the mail is written.
  token_hash bytea unique,
  used_at timestamptz
);
create index on account_opening (expires_at);

-- A change of the address that must be confirmed at the former and at the new one.
create table account_email_change (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  store text not null references store (code),
  old_email text not null,
  new_email text not null check (new_email = lower(new_email) and length(new_email) between 3 and 254),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  old_token_hash bytea unique,
  new_token_hash bytea unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  -- Null: still open, or given up for a newer request.
  done_at timestamptz,
  replaced_at timestamptz
);
create index on account_email_change (account_id);
create index on account_email_change (expires_at);

-- Browser and operating system of a login, as `domain/accounts/device-name.ts` names them.
alter table session_family add column device text;

create table passkey (
  -- base64url, as the authenticator made it.
  credential_id text primary key,
  account_id bigint not null references account on delete cascade,
  public_key bytea not null,
  -- Signature counter; 0 where the authenticator has none.
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  -- Whether it is synchronised to other devices of its owner.
  backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index on passkey (account_id);

-- Challenges that were handed out and not answered yet. Each is deleted by the first answer.
create table passkey_challenge (
  challenge_hash bytea primary key,
  -- The account that adds a passkey; null: somebody who signs in.
  account_id bigint references account on delete cascade,
  expires_at timestamptz not null
);
create index on passkey_challenge (expires_at);
