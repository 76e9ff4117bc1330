-- The audit of the shop. The actor of a transaction is in the local setting anode.actor, as JSON
-- {kind, id, onBehalfOf, requestId}; without it the change was made by a statement outside of the use cases. The
-- setting anode.undoes is the id of the entry that the transaction undoes.

-- The declared actor, or the database session as `system`.
create or replace function current_actor() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('anode.actor', true), '')::jsonb,
    jsonb_build_object('kind', 'system', 'id',
      concat_ws('/', 'sql', session_user, nullif(current_setting('application_name', true), '')))
  )
$$;

-- Writes entries [{action, kind, id, store, before, after, reason}] for the current actor.
create or replace function record_audit(entries jsonb) returns void language sql as $$
  insert into audit_entry (actor_kind, actor_id, on_behalf_of, request_id, store, action, object_kind, object_id,
    before, after, reason, undoes)
  select actor->>'kind', actor->>'id', actor->>'onBehalfOf', actor->>'requestId', entry.store, entry.action,
    entry.kind, entry.id, entry.before, entry.after, entry.reason,
    nullif(current_setting('anode.undoes', true), '')::bigint
  from current_actor() as actor, jsonb_to_recordset(entries) as entry (action text, kind text, id text, store text,
    before jsonb, after jsonb, reason text)
$$;

-- Every entry of an order's history is an entry of the audit too.
create or replace function audit_order_event() returns trigger language plpgsql as $$
begin
  insert into audit_entry (actor_kind, actor_id, on_behalf_of, request_id, store, action, object_kind, object_id,
    before, after, reason)
  select actor->>'kind', actor->>'id', actor->>'onBehalfOf', actor->>'requestId', o.store, 'order.' || new.kind,
    'order', o.number,
    case when new.from_status is not null then jsonb_build_object('status', new.from_status) end,
    jsonb_build_object('status', new.to_status) || new.data, new.data->>'reason'
  from current_actor() as actor, orders o where o.id = new.order_id;
  return null;
end $$;

create or replace trigger order_event_is_audited after insert on order_event
  for each row execute function audit_order_event();

-- Records a change that no actor has declared. Arguments: kind of the object, SQL expression of its id over the
-- changed row `r`, and the watched columns.
create or replace function audit_undeclared() returns trigger language plpgsql as $$
declare
  former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  latter jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  before jsonb;
  after jsonb;
  object_id text;
begin
  select jsonb_object_agg(name, former->name) filter (where former is not null),
    jsonb_object_agg(name, latter->name) filter (where latter is not null)
  into before, after
  from unnest(string_to_array(tg_argv[2], ' ')) as name
  where former is null or latter is null or former->name is distinct from latter->name;
  if before is null and after is null then return null; end if;
  execute format('select (%s)::text from (select ($1).*) as r', tg_argv[1])
    into object_id using case when tg_op = 'DELETE' then old else new end;
  perform record_audit(jsonb_build_array(jsonb_build_object('action', tg_argv[0] || '.' || lower(tg_op),
    'kind', tg_argv[0], 'id', object_id, 'store', coalesce(latter, former)->>'store', 'before', before, 'after', after,
    'reason', 'not declared by a use case')));
  return null;
end $$;

-- Watches a table. Idempotent.
create or replace procedure audit_table(watched regclass, object_kind text, object_id text, columns text)
language plpgsql as $$
begin
  execute format('create or replace trigger undeclared_change_is_audited after insert or update or delete on %s
    for each row when (coalesce(current_setting(''anode.actor'', true), '''') = '''')
    execute function audit_undeclared(%L, %L, %L)', watched, object_kind, object_id, columns);
end $$;

call audit_table('orders', 'order', 'r.number', 'status finalized_at paid_at delivered_at total_minor');
call audit_table('payment_attempt', 'payment', 'r.id', 'status provider provider_order_id amount_minor captured_minor');
call audit_table('payment_operation', 'payment', 'r.attempt_id', 'kind amount_minor provider_operation_id');
call audit_table('stock', 'stock', 'r.product_id', 'available incoming presale discontinued');
call audit_table('price_tier', 'price', 'r.product_id', 'kind min_quantity price_minor starts_at ends_at');
call audit_table('coupon', 'coupon', 'r.code',
  'terms valid_from valid_to stores usage_limit usage_limit_per_customer used_before disabled_at');
call audit_table('gift_card', 'gift_card', 'r.id', 'issued_minor disabled_at');
call audit_table('store_setting', 'settings', 'r.section', 'value');
-- Never its keys, not even encrypted.
call audit_table('provider_account', 'settings', '''keys_'' || r.provider', 'set_at');
