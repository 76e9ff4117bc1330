-- The only writer of an order's status, but for the first one, which place_order writes.

-- The allowed transitions. domain/orders/order-states.ts holds the same table; a test compares them.
create or replace function order_transitions() returns table (from_status text, to_status text)
immutable language sql as $$
  values
    ('pending', 'received'),
    ('pending', 'held'),
    ('pending', 'payment_failed'),
    ('pending', 'cancelled'),
    ('held', 'received'),
    ('held', 'payment_failed'),
    ('held', 'cancelled'),
    ('payment_failed', 'held'),
    ('received', 'processing'),
    ('received', 'shipped'),
    ('received', 'cancelled'),
    ('processing', 'shipped'),
    ('processing', 'cancelled'),
    ('shipped', 'delivered'),
    ('shipped', 'returned'),
    ('delivered', 'returned')
$$;

-- Writes what follows from a transition in other tables than stock's: its entry in the order's history, the subscriptions
-- that begin or end with it, and the mails owed. Returns the kinds of mail that were not owed before. For the routines
-- that write the status: transition_order, which describes `change`, and place_order.
create or replace function follow_transition(of_order bigint, old_status text, new_status text, change jsonb)
returns setof text language plpgsql as $$
begin
  insert into order_event (order_id, kind, from_status, to_status, actor, data)
  values (of_order, change->>'event', old_status, new_status, change->>'actor', coalesce(change->'data', '{}'));

  if new_status = 'received' then
    perform start_subscriptions(of_order, coalesce((change->>'finalizedAt')::timestamptz, now()));
  elsif new_status = 'cancelled' then
    perform cancel_subscriptions(of_order, now());
  end if;

  return query
    insert into order_mail as mail (order_id, kind)
    select of_order, owed.kind from jsonb_array_elements_text(coalesce(change->'mails', '[]')) as owed (kind)
    on conflict do nothing returning mail.kind;
end $$;

-- Moves an order to another status, with everything that follows from the status itself: stock of an order that fails
-- or is cancelled is released, stock of a shipped one is consumed as far as it was shipped, a failed payment opens its
-- checkout again. Returns the kinds of mail that are owed now and were not before. Raises OT001 for a transition that is not in the table.
-- `change` holds
--   event, actor, data: the entry in the order's history;
--   finalizedAt, paidAt, deliveredAt: timestamps to set; absent or null: unchanged;
--   mails [kind]: mails the order owes its buyer from now on.
create or replace function transition_order(of_order bigint, new_status text, change jsonb) returns setof text
language plpgsql as $$
declare
  old_status text;
  of_checkout text;
begin
  select status, checkout_id into strict old_status, of_checkout from orders where id = of_order for update;
  if old_status = new_status then
    raise exception 'order % is % already', of_order, new_status using errcode = 'OT001';
  end if;
  update orders set status = new_status,
    finalized_at = coalesce((change->>'finalizedAt')::timestamptz, finalized_at),
    paid_at = coalesce((change->>'paidAt')::timestamptz, paid_at),
    delivered_at = coalesce((change->>'deliveredAt')::timestamptz, delivered_at)
  where id = of_order;

  -- After the triggers of the update. Codes and gift cards are released before stock, the lock order of
  -- place_order.
  if new_status in ('payment_failed', 'cancelled') then
    perform release_stock(of_order);
  elsif new_status = 'shipped' then
    perform consume_stock(of_order);
  elsif old_status = 'held' then
    -- It may have been refunded in part while its stock was released.
    perform fit_reservations(of_order);
  end if;

  if new_status = 'payment_failed' then
    update checkout set order_id = null, version = version + 1, updated_at = now()
    where id = of_checkout and order_id = of_order;
  end if;

  return query select follow_transition(of_order, old_status, new_status, change);
end $$;

-- Rejects every other transition, also from statements outside transition_order.
create or replace function check_order_transition() returns trigger language plpgsql as $$
begin
  if not exists (
    select from order_transitions() as allowed
    where allowed.from_status = old.status and allowed.to_status = new.status
  ) then
    raise exception 'order % cannot move from % to %', old.number, old.status, new.status using errcode = 'OT001';
  end if;
  return new;
end $$;

create or replace trigger order_transition_is_checked before update of status on orders for each row
  when (new.status <> old.status) execute function check_order_transition();

-- An order begins as pending, except one that place_order writes settled, in a status that may follow it.
create or replace function refuse_order_without_transition() returns trigger language plpgsql as $$
begin
  if current_setting('anode.settles', true) = new.checkout_id and exists (
    select from order_transitions() as allowed
    where allowed.from_status = 'pending' and allowed.to_status = new.status
  ) then
    return new;
  end if;
  raise exception 'order % is written as %, not as pending', new.number, new.status using errcode = 'OT001';
end $$;

create or replace trigger order_begins_pending before insert on orders for each row
  when (new.status <> 'pending') execute function refuse_order_without_transition();
