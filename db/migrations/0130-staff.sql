-- The people who run the shop: their roles, and how they sign in to the back office. Of every token and code only the
-- SHA-256 is kept.

create table staff (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 100),
  -- Language of mails and screens, as in `locales/`.
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  -- The user handle of its passkeys: random, because authenticators may show it to anybody (WebAuthn, 14.6.1).
  passkey_user uuid not null default gen_random_uuid() unique,
  created_at timestamptz not null,
  -- Null: may sign in.
  deactivated_at timestamptz,
  -- Failed sign-ins since the last one that succeeded.
  failed_sign_ins integer not null default 0 check (failed_sign_ins >= 0),
  -- Too many failed sign-ins: only `anode staff unlock` or an owner releases it.
  locked_at timestamptz,
  -- The secret of an authenticator app (RFC 6238), encrypted; null: none.
  totp_secret text,
  -- Null: the app has not proved yet that it has the secret.
  totp_confirmed_at timestamptz,
  -- The newest time step whose code was accepted: no code is accepted twice.
  totp_step bigint
);

-- A role of a person in one store. The names are in domain/staff/permissions.ts.
create table staff_role (
  staff_id bigint not null references staff on delete cascade,
  role text not null check (role ~ '^[a-z]+$'),
  store text not null references store (code),
  primary key (staff_id, role, store)
);

create table staff_session (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  -- Replaced at every step-up.
  token_hash bytea not null unique,
  -- The sign-in; a session ends a fixed time after it.
  created_at timestamptz not null,
  -- The last request, to the minute; an idle session ends.
  used_at timestamptz not null,
  -- When a passkey or an authenticator app was last used in it; null: signed in with a recovery code.
  stepped_up_at timestamptz,
  ended_at timestamptz,
  -- Browser and operating system, as `deviceName` names them.
  device text
);
create index on staff_session (staff_id);

create table staff_passkey (
  -- base64url, as the authenticator made it.
  credential_id text primary key,
  staff_id bigint not null references staff on delete cascade,
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
create index on staff_passkey (staff_id);

-- Challenges that were handed out and not answered yet. Each is deleted by the first answer.
create table staff_challenge (
  challenge_hash bytea primary key,
  -- The person who adds a passkey; null: somebody who signs in or steps up.
  staff_id bigint references staff on delete cascade,
  expires_at timestamptz not null
);
create index on staff_challenge (expires_at);

-- One-time links: an invitation, or the mailed half of a sign-in without a passkey.
create table staff_link (
  token_hash bytea primary key,
  staff_id bigint not null references staff on delete cascade,
  kind text not null check (kind in ('invitation', 'sign-in')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on staff_link (staff_id);
create index on staff_link (expires_at);

create table staff_recovery_code (
  staff_id bigint not null references staff on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);
