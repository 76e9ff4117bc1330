-- Invoice numbers have no gaps; invoices are never updated or deleted. The stored document is removed once, with the
-- personal data of its order, when its retention has ended (domain/personal-data/retention.ts).

create or replace function refuse_gap() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice stays as it is' using errcode = 'integrity_constraint_violation';
end $$;

create or replace function keep_invoice() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'document' - 'document_hash' = to_jsonb(old) - 'document' - 'document_hash'
    and new.document is null and new.document_hash is null
    and exists (select 1 from orders where id = old.order_id and erased_at is not null)
  then
    return new;
  end if;
  raise exception 'an issued invoice stays as it is' using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger invoice_is_final before delete or truncate on invoice
  for each statement execute function refuse_gap();
create or replace trigger invoice_document_is_kept before update on invoice
  for each row execute function keep_invoice();
