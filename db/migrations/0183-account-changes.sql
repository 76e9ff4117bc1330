-- What staff changed in a customer's profile. The audit names the fields; their values are here, because they are erased
-- with the account.
create table account_change (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  -- The changed fields, by their names in `Profile` of domain/accounts/account.ts.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  changed_at timestamptz not null
);
create index on account_change (account_id, id);
