-- Subscriptions start, change status and end here.

-- The allowed transitions. modules/subscriptions/subscription-states.ts holds the same table; a test compares them.
create or replace function subscription_transitions() returns table (from_status text, to_status text)
immutable language sql as $$
  values
    ('active', 'paused'),
    ('paused', 'active'),
    ('active', 'cancelled'),
    ('paused', 'cancelled')
$$;

-- Moves a subscription to another status, the only way to do so. False where the transition is not in the table.
create or replace function move_subscription(of_subscription bigint, new_status text, why text, at timestamptz)
returns boolean language plpgsql as $$
declare
  former subscription;
begin
  select * into strict former from subscription where id = of_subscription for update;
  if not exists (
    select from subscription_transitions() as allowed
    where allowed.from_status = former.status and allowed.to_status = new_status
  ) then
    return false;
  end if;
  update subscription set status = new_status, status_reason = why, status_changed_at = at where id = of_subscription;
  perform record_audit(jsonb_build_array(jsonb_build_object('action', 'subscription.' || new_status,
    'kind', 'subscription', 'id', former.number, 'store', former.store,
    'before', jsonb_build_object('status', former.status),
    'after', jsonb_build_object('status', new_status), 'reason', why)));
  return true;
end $$;

-- Starts the subscriptions that an order bought, when it is received: its lines with promised prices. Idempotent.
create or replace function start_subscriptions(of_order bigint, at timestamptz) returns void language plpgsql as $$
declare
  bought record;
begin
  -- Most orders are of guests, who start none; their snapshots are not read.
  if not exists (select from orders where id = of_order and account_id is not null) then return; end if;
  for bought in
    with started as (
      insert into subscription (number, account_id, store, order_id, line_uuid, product_id, sku, name, interval_name,
        quantity, promised_prices, status_changed_at, next_due_on, due_day, customer, address, recipient, shipping_method,
        service_point, payment_provider, payment_method_id, started_at)
      select o.number || '-A' || row_number() over (order by entry.position), o.account_id, o.store, o.id, line.uuid,
        line."productId", line.sku, line.name, line."subscriptionInterval", line.quantity, line."promisedPrices", at,
        (line."firstRenewalOn")::date, line."renewalDay", o.snapshot->'customer', o.snapshot->'address', o.snapshot->'recipient',
        o.snapshot->'shipping'->>'methodId', o.snapshot->'shipping'->'servicePoint'->>'id',
        nullif(o.payment_provider, 'none'),
        (select a.saved_method_id from payment_attempt a where a.order_id = o.id order by a.id desc limit 1),
        at
      from orders o,
        jsonb_array_elements(o.snapshot->'lines') with ordinality as entry (value, position),
        jsonb_to_record(entry.value) as line (uuid text, "productId" integer, sku text, name text, quantity integer,
          "subscriptionInterval" text, "promisedPrices" jsonb, "firstRenewalOn" text, "renewalDay" integer)
      where o.id = of_order and o.account_id is not null and line."promisedPrices" is not null
        and line."subscriptionInterval" is not null
      on conflict (order_id, line_uuid) do nothing
      returning number, store, sku, interval_name
    )
    select * from started
  loop
    perform record_audit(jsonb_build_array(jsonb_build_object('action', 'subscription.start', 'kind', 'subscription',
      'id', bought.number, 'store', bought.store,
      'after', jsonb_build_object('status', 'active', 'sku', bought.sku, 'interval', bought.interval_name))));
  end loop;
end $$;

-- Ends the subscriptions that an order started, when the order is cancelled.
create or replace function cancel_subscriptions(of_order bigint, at timestamptz) returns void language plpgsql as $$
begin
  perform move_subscription(s.id, 'cancelled', 'order_cancelled', at)
  from subscription s where s.order_id = of_order and s.status <> 'cancelled';
end $$;

call audit_table('subscription', 'subscription', 'r.number',
  'status quantity interval_name next_due_on payment_provider promised_prices');
