-- A company is verified once staff have confirmed that its people may act for it. Until then its number is only what
-- somebody typed: it blocks nobody else's. Companies so far were known to the shop.
alter table company add column verified_at timestamptz;
update company set verified_at = created_at;
alter table company drop constraint company_store_organisation_number_key;
create unique index company_verified_number on company (store, organisation_number) where verified_at is not null;
create index company_number on company (store, organisation_number);
