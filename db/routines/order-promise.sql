-- The promised part of an order (number, snapshot, amounts) never changes after it is placed. Its personal data is
-- erased once, when its retention has ended (domain/personal-data/retention.ts).

create or replace function keep_order_promise() returns trigger language plpgsql as $$
begin
  raise exception 'what order % promised cannot be changed', old.number using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger order_promise_is_kept before update on orders for each row
  when ((new.number, new.store, new.checkout_id, new.checkout_version, new.access_token, new.snapshot_hash,
         new.currency, new.total_minor, new.vat_minor, new.placed_at)
    is distinct from (old.number, old.store, old.checkout_id, old.checkout_version, old.access_token,
         old.snapshot_hash, old.currency, old.total_minor, old.vat_minor, old.placed_at)
    or (new.snapshot is distinct from old.snapshot and (old.erased_at is not null or new.erased_at is null)))
  execute function keep_order_promise();
