-- A company that a customer opened is asked at an address that staff or a register gave, never the customer. The link in
-- that mail verifies it.
create table company_verification (
  id bigint generated always as identity primary key,
  company_id integer not null references company on delete cascade,
  -- Whose address it is: a correction of the company's number ends the question.
  organisation_number text not null,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- SHA-256; null until the mail is written.
  token_hash bytea unique,
  used_at timestamptz
);
create index on company_verification (company_id);
create index on company_verification (expires_at);
