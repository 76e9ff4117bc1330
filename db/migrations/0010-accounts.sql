-- Customers' accounts, their sessions, and the tokens of mails and links. Of every token only the SHA-256 is kept.

create sequence customer_number start 100001;

create table account (
  id bigint generated always as identity primary key,
  -- What customer service asks for; never a secret.
  number text not null unique default 'C' || nextval('customer_number'),
  -- The country store it was opened in: the language of its mails. It can log in to all four.
  store store_code not null,
  -- As domain/stores/email.ts normalises it: two spellings of one address are one account.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  -- argon2id in PHC form; null: no password yet, to be set through a mail or a login link.
  password_hash text,
  type text not null default 'private' check (type in ('private', 'business')),
  first_name text not null default '',
  last_name text not null default '',
  company_name text,
  phone text not null default '',
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The customer's own percentage on a discount category (ENTITY-40, COUPON-19).
create table account_discount (
  account_id bigint not null references account on delete cascade,
  discount_category text not null check (discount_category <> ''),
  percentage_basis_points integer not null check (percentage_basis_points between 1 and 10000),
  primary key (account_id, discount_category)
);

alter table orders add foreign key (account_id) references account on delete set null;
alter table checkout add foreign key (account_id) references account on delete set null;

-- A login and everything it was renewed to: ended as one.
create table session_family (
  id bigint generated always as identity primary key,
  -- Exactly one of the two: an account, or one order for whoever knows its number and address.
  account_id bigint references account on delete cascade,
  order_id bigint references orders on delete cascade,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((account_id is null) <> (order_id is null))
);
create index on session_family (account_id) where ended_at is null;

-- Access and refresh token as they were given out together. Renewing spends the pair.
create table session_pair (
  id bigint generated always as identity primary key,
  family_id bigint not null references session_family on delete cascade,
  access_hash bytea not null unique,
  refresh_hash bytea not null unique,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index on session_pair (family_id);
create index on session_pair (expires_at);

-- Tokens that open something once: `login` for ?token=, `password` for ?change_password=.
create table account_token (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null check (purpose in ('login', 'password')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on account_token (account_id, purpose);

-- Tries within a window that starts with the first of them; over when the window is. The key is a keyed digest of
-- what is tried and by whom: no address or e-mail can be read from it.
create table attempt (
  key bytea primary key,
  tries integer not null,
  resets_at timestamptz not null
);
create index on attempt (resets_at);
