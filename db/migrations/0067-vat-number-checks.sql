-- What a register said about the VAT number of an order's business buyer; `none`: there is no number to check.
create table vat_number_check (
  order_id bigint primary key references orders,
  status text not null check (status in ('valid', 'invalid', 'unavailable', 'none')),
  -- ISO 3166-1 alpha-2 and the number without it.
  country_code text,
  number text,
  register text check (register in ('vies', 'brreg')),
  -- The register's proof that it was asked.
  consultation_number text,
  checked_at timestamptz not null,
  attempts integer not null default 1 check (attempts > 0),
  -- Null: the answer is final.
  next_attempt_at timestamptz,
  check ((status = 'none') = (number is null))
);
create index on vat_number_check (next_attempt_at) where next_attempt_at is not null;
