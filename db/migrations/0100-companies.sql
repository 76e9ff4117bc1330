-- Companies that buy with several people. A company belongs to one store, because its number, its address and its
-- prices do. Sole traders whose number identifies a person have ordinary accounts (decisions 26 and 77).

create table company (
  id integer generated always as identity primary key,
  store text not null references store (code),
  name text not null check (length(name) between 1 and 120),
  -- As domain/stores/identity-number.ts stores it; unique within the store.
  organisation_number text not null,
  -- With its country code.
  vat_number text,
  -- Where invoices are made out to.
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  invoice_email text,
  -- Receiver of electronic invoices: Peppol id, GLN or Leitweg-ID.
  electronic_address text,
  -- References without which its people cannot order.
  required_references text[] not null default '{}'
    check (required_references <@ array['yourReference', 'purchaseOrder', 'costCentre']),
  -- The cost centres to choose from; empty: free text.
  cost_centres text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (store, organisation_number),
  unique (id, store)
);

create table company_member (
  company_id integer not null,
  store text not null,
  account_id bigint not null references account on delete cascade,
  role text not null check (role in ('buyer', 'approver', 'admin')),
  -- Orders with a total above it, VAT included, need the approval of another person; null: none does.
  approval_above_minor minor_units,
  joined_at timestamptz not null default now(),
  foreign key (company_id, store) references company (id, store) on delete cascade,
  -- One company per store.
  primary key (account_id, store)
);
create index on company_member (company_id);

create table company_invitation (
  id bigint generated always as identity primary key,
  company_id integer not null references company on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('buyer', 'approver', 'admin')),
  approval_above_minor minor_units,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  -- SHA-256; null until the mail is written.
  token_hash bytea unique,
  used_at timestamptz
);
create index on company_invitation (company_id);
create index on company_invitation (expires_at);

-- The company that an order is for: its approvers and admins may read it, also after its buyer has left.
alter table orders add column company_id integer references company;
create index on orders (company_id, placed_at) where company_id is not null;
