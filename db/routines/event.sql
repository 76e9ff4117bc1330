-- Publishes events (decision 159). They are written by the database itself, as the audit is: whatever changes an order, a
-- price or an account publishes it, in the same transaction. domain/events/shop-events.ts holds the shape of each event's
-- data; a test compares them.

-- Subscriptions that no node has had for a week are of modules that were removed.
create or replace function has_subscribers(of_event text) returns boolean stable language sql as $$
  select exists (select from event_subscription s
    where s.event = of_event and s.seen_at > now() - interval '7 days')
$$;

-- Publishes one event about an object; without a subscriber nothing is written.
create or replace function publish_event(of_name text, kind text, id text, of_store text, data jsonb) returns void
language sql as $$
  insert into event (name, object_kind, object_id, store, data)
  select of_name, kind, id, of_store, data where has_subscribers(of_name)
$$;

-- Each subscriber of an event is owed it.
create or replace function owe_event() returns trigger language plpgsql as $$
begin
  insert into event_delivery (event_id, subscriber, object)
  select n.id, s.subscriber, n.object_kind || ':' || n.object_id
  from published n join event_subscription s on s.event = n.name and s.seen_at > now() - interval '7 days'
    and (s.stores is null or n.store is null or n.store::text = any(s.stores));
  return null;
end $$;

create or replace trigger event_is_owed after insert on event
  referencing new table as published for each statement execute function owe_event();

create or replace function money_of(minor bigint, currency text) returns jsonb immutable language sql as $$
  select jsonb_build_object('minor', minor, 'currency', currency)
$$;

-- An order becomes known to subscribers when the shop accepts it: an unpaid or held one is none yet.
create or replace function publish_order() returns trigger language plpgsql as $$
declare
  former text := case when tg_op = 'UPDATE' then old.status else 'pending' end;
  data jsonb;
begin
  data := jsonb_build_object('order', new.number, 'total', money_of(new.total_minor, new.currency));
  if new.status <> former then
    if new.status = 'received' and former in ('pending', 'held') then
      perform publish_event('order.placed', 'order', new.number, new.store, data);
    elsif new.status = 'delivered' then
      perform publish_event('order.delivered', 'order', new.number, new.store, data);
    elsif new.status = 'cancelled' and former in ('received', 'processing') then
      perform publish_event('order.cancelled', 'order', new.number, new.store, data);
    end if;
  end if;
  if new.paid_at is not null and new.status not in ('pending', 'held', 'payment_failed')
    and (tg_op = 'INSERT' or old.paid_at is null or old.status in ('pending', 'held', 'payment_failed')) then
    perform publish_event('order.paid', 'order', new.number, new.store, data);
  end if;
  return null;
end $$;

create or replace trigger order_is_published_on_insert after insert on orders
  for each row when (new.status <> 'pending') execute function publish_order();
create or replace trigger order_is_published_on_update after update of status, paid_at on orders
  for each row when (new.status <> old.status or new.paid_at is distinct from old.paid_at)
  execute function publish_order();

-- What belongs to an order: a shipment, a refund, a return, a change. The trigger's arguments: the event's name, and the
-- SQL expression of its data over the row `r` and its order `o`.
create or replace function publish_of_order() returns trigger language plpgsql as $$
declare
  of_order record;
  data jsonb;
begin
  if not has_subscribers(tg_argv[0]) then return null; end if;
  select o.number, o.store, o.currency into of_order from orders o where o.id = new.order_id;
  execute format('select %s from (select ($1).*) as r, (select $2::text as number, $3::text as currency) as o', tg_argv[1])
    into data using new, of_order.number, of_order.currency;
  perform publish_event(tg_argv[0], 'order', of_order.number, of_order.store, data);
  return null;
end $$;

create or replace trigger shipment_is_published after insert on shipment for each row
  execute function publish_of_order('order.shipped',
    'jsonb_build_object(''order'', o.number, ''shipment'', r.number, ''carrier'', r.carrier, ''isLast'', r.is_last)');

create or replace trigger refund_is_published after insert on refund for each row
  execute function publish_of_order('order.refunded',
    'jsonb_build_object(''order'', o.number, ''refund'', r.number, ''reason'', r.reason, ''amount'', money_of(r.amount_minor, o.currency))');

create or replace trigger address_change_is_published after insert on order_address_change for each row
  execute function publish_of_order('order.changed',
    'jsonb_build_object(''order'', o.number, ''changed'', ''address'')');

create or replace trigger moved_date_is_published after insert on order_event for each row
  when (new.kind = 'date-moved') execute function publish_of_order('order.changed',
    'jsonb_build_object(''order'', o.number, ''changed'', ''dates'')');

create or replace trigger return_is_published_on_insert after insert on order_return for each row
  execute function publish_of_order('return.changed',
    'jsonb_build_object(''order'', o.number, ''return'', concat(o.number, ''-R'', r.number), ''status'', r.status)');
create or replace trigger return_is_published_on_update after update of status on order_return for each row
  when (new.status <> old.status) execute function publish_of_order('return.changed',
    'jsonb_build_object(''order'', o.number, ''return'', concat(o.number, ''-R'', r.number), ''status'', r.status)');

create or replace function publish_withdrawal() returns trigger language plpgsql as $$
declare
  event text := case when tg_op = 'INSERT' then 'withdrawal.declared' else 'withdrawal.closed' end;
begin
  if not has_subscribers(event) then return null; end if;
  -- A number that the shop does not know is a person's words.
  perform publish_event(event, 'withdrawal', new.id::text, new.store, jsonb_build_object('withdrawal', new.id,
    'order', (select o.number from orders o where o.id = new.order_id)));
  return null;
end $$;

create or replace trigger withdrawal_is_published_on_insert after insert on withdrawal
  for each row execute function publish_withdrawal();
create or replace trigger withdrawal_is_published_on_update after update of done_at on withdrawal
  for each row when (old.done_at is null and new.done_at is not null) execute function publish_withdrawal();

create or replace function publish_subscription() returns trigger language plpgsql as $$
begin
  perform publish_event(case when tg_op = 'INSERT' then 'subscription.started' else 'subscription.changed' end,
    'subscription', new.number, new.store, jsonb_build_object('subscription', new.number, 'status', new.status));
  return null;
end $$;

create or replace trigger subscription_is_published_on_insert after insert on subscription
  for each row execute function publish_subscription();
create or replace trigger subscription_is_published_on_update after update of status on subscription
  for each row when (new.status <> old.status) execute function publish_subscription();

create or replace function publish_account() returns trigger language plpgsql as $$
begin
  perform publish_event(
    case when tg_op = 'INSERT' then 'account.opened' when new.erased_at is null then 'account.changed' else 'account.erased' end,
    'account', new.number, new.store, jsonb_build_object('account', new.number));
  return null;
end $$;

create or replace trigger account_is_published_on_insert after insert on account
  for each row execute function publish_account();
create or replace trigger account_is_published_on_update after update on account
  for each row when ((new.email, new.type, new.first_name, new.last_name, new.company_name, new.phone, new.street,
      new.postal_code, new.city, new.erased_at)
    is distinct from (old.email, old.type, old.first_name, old.last_name, old.company_name, old.phone, old.street,
      old.postal_code, old.city, old.erased_at))
  execute function publish_account();

-- Products. A product that is added, or whatever a page shows of it, is in change_log once per transaction.
create or replace function publish_products() returns trigger language plpgsql as $$
begin
  if has_subscribers('product.changed') then
    insert into event (name, object_kind, object_id, data)
    select 'product.changed', 'product', p.sku, jsonb_build_object('sku', p.sku)
    -- Keys of other topics are no numbers. `offset 0`, here and below: a look-up for each row. The plan is kept, and one that
    -- was made for an import would read all products for a single change.
    from changed c cross join lateral (
      select sku from product where id = case when c.topic = 'product' then c.key::integer end offset 0) as p;
  end if;
  return null;
end $$;

create or replace trigger product_is_published after insert on change_log
  referencing new table as changed for each statement execute function publish_products();

-- The trigger's argument: the event's name.
create or replace function publish_skus() returns trigger language plpgsql as $$
begin
  if has_subscribers(tg_argv[0]) then
    insert into event (name, object_kind, object_id, data)
    select tg_argv[0], 'product', sku, jsonb_build_object('sku', sku) from changed;
  end if;
  return null;
end $$;

-- Its name comes before that of change_log's trigger: triggers run in the order of their names.
create or replace trigger added_product_is_published after insert on product
  referencing new table as changed for each statement execute function publish_skus('product.added');
create or replace trigger product_is_published_on_delete after delete on product
  referencing old table as changed for each statement execute function publish_skus('product.removed');

-- Null: the price is withdrawn. Prices of campaigns hold from `startsAt` to `endsAt`.
create or replace function publish_prices() returns trigger language plpgsql as $$
begin
  if has_subscribers('price.changed') then
    insert into event (name, object_kind, object_id, store, data)
    select 'price.changed', 'product', p.sku, c.store, jsonb_build_object('sku', p.sku, 'kind', c.kind,
      'price', case when c.price_minor is not null then money_of(c.price_minor, s.currency) end,
      'startsAt', c.starts_at, 'endsAt', c.ends_at)
    from changed c cross join lateral (select sku from product where id = c.product_id offset 0) as p
      join store s on s.code = c.store;
  end if;
  return null;
end $$;

create or replace trigger price_is_published after insert on price_history
  referencing new table as changed for each statement execute function publish_prices();

create or replace function publish_stock() returns trigger language plpgsql as $$
begin
  if has_subscribers('stock.changed') then
    insert into event (name, object_kind, object_id, store, data)
    select 'stock.changed', 'product', p.sku, c.store, jsonb_build_object('sku', p.sku, 'pool', c.pool,
      'units', c.units, 'delta', c.delta)
    from changed c cross join lateral (select sku from product where id = c.product_id offset 0) as p;
  end if;
  return null;
end $$;

create or replace trigger stock_is_published after insert on stock_change
  referencing new table as changed for each statement execute function publish_stock();

create or replace function publish_import() returns trigger language plpgsql as $$
begin
  perform publish_event('import.finished', 'import', new.id::text, null, jsonb_build_object('job', new.id,
    'kind', new.kind, 'isComplete', new.state = 'done', 'changed', new.changed, 'unchanged', new.unchanged,
    'refused', new.refused));
  return null;
end $$;

create or replace trigger import_is_published after update of state on staff_job for each row
  when (new.kind in ('feed-import', 'cost-import', 'import-rollback') and new.state <> old.state
    and new.state in ('done', 'failed'))
  execute function publish_import();
