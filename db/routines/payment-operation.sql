-- What a provider is asked to collect never exceeds the payment, and what it is asked to refund never exceeds it
-- either.
create or replace function keep_operations_within_payment() returns trigger language plpgsql as $$
begin
  if (select sum(amount_minor) from payment_operation
      where attempt_id = new.attempt_id and kind = new.kind and status <> 'refused')
    > (select amount_minor from payment_attempt where id = new.attempt_id)
  then
    raise exception 'payment % would exceed its amount by a %', new.attempt_id, new.kind
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger operations_stay_within_payment after insert or update of amount_minor, status
  on payment_operation for each row when (new.kind <> 'cancel') execute function keep_operations_within_payment();
