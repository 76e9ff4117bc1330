-- Invoice numbers have no gaps; invoices are never updated or deleted.

create or replace function refuse_gap() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice stays as it is' using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger invoice_is_final before update or delete or truncate on invoice
  for each statement execute function refuse_gap();
