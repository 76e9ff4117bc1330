-- Another recipient than the buyer, and what the buyer adds to the order: a note and the references of a company.
alter table checkout
  add column separate_delivery boolean not null default false,
  add column remarks jsonb;
