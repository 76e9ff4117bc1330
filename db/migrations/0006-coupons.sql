-- Discount codes: what they promise, where and when they hold, how often they may be used, and which orders used
-- them. A use is counted in the statement that writes the order and given back when the order comes to nothing.

create table coupon (
  id integer generated always as identity primary key,
  -- Upper case and trimmed, so that two spellings are one code (domain/coupons/discount-code.ts).
  code text not null unique check (code = btrim(code) and char_length(code) between 1 and 100),
  -- Fields of the coupon entity and minimum_spend, in major units; members that say nothing are left out.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  -- Holds in [valid_from, valid_to); null is open.
  valid_from timestamptz,
  valid_to timestamptz,
  -- Empty: every store.
  stores text[] not null default '{}' check (stores <@ array['sv', 'no', 'de', 'da']),
  usage_limit integer check (usage_limit >= 1),
  usage_limit_per_customer integer check (usage_limit_per_customer >= 1),
  -- Uses not given back; kept only while there is a limit, so that a code without one is never waited for.
  used integer not null default 0 check (used >= 0),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_from is null or valid_to is null or valid_to > valid_from),
  -- An amount of money is in one currency.
  check (cardinality(stores) = 1 or not terms ?| array['fixed_amount', 'minimum_spend',
    'coupon_buy_x_interval_amount_buy', 'coupon_buy_x_interval_amount_get',
    'coupon_buy_x_increment_amount_buy', 'coupon_buy_x_increment_amount_get'])
);

create table coupon_use (
  coupon_id integer not null references coupon,
  order_id bigint not null references orders,
  -- HMAC of the buyer's e-mail address; never the address.
  customer_key text not null check (customer_key ~ '^[0-9a-f]{64}$'),
  used_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (coupon_id, order_id)
);
create index on coupon_use (order_id);
create index on coupon_use (coupon_id, customer_key) where released_at is null;

-- Counts the codes as used by an order: one conditional update per limited code, in the order of their ids so that
-- two orders cannot wait for each other. Answers the first code that is used up; the caller must then roll back.
create function use_coupons(of_order bigint, codes jsonb, of_customer text) returns text language plpgsql as $$
declare wanted record; per_customer integer;
begin
  for wanted in
    select id, code, usage_limit is not null or usage_limit_per_customer is not null as limited from coupon
    where code in (select jsonb_array_elements_text(codes)) order by id
  loop
    if wanted.limited then
      -- The row stays locked to the end of the transaction, so nobody else counts this code meanwhile.
      update coupon set used = used + 1
      where id = wanted.id and disabled_at is null and (usage_limit is null or used < usage_limit)
      returning usage_limit_per_customer into per_customer;
      if not found then return wanted.code; end if;
      if per_customer <= (select count(*) from coupon_use
        where coupon_id = wanted.id and customer_key = of_customer and released_at is null)
      then return wanted.code; end if;
    end if;
    insert into coupon_use (coupon_id, order_id, customer_key) values (wanted.id, of_order, of_customer);
  end loop;
  return null;
end $$;

-- An order that comes to nothing gives its uses back; one whose payment arrives after all takes them again, even
-- beyond the limit: a person looks at such an order anyway.
create function follow_order_with_coupons() returns trigger language plpgsql as $$
declare held record; gives_back boolean := new.status in ('payment_failed', 'cancelled');
begin
  for held in
    select coupon_id from coupon_use where order_id = new.id and (released_at is null) = gives_back order by coupon_id
  loop
    update coupon set used = case when gives_back then greatest(0, used - 1) else used + 1 end
    where id = held.coupon_id and (usage_limit is not null or usage_limit_per_customer is not null);
    update coupon_use set released_at = case when gives_back then now() end
    where coupon_id = held.coupon_id and order_id = new.id;
  end loop;
  return null;
end $$;
create trigger order_gives_coupons_back after update of status on orders for each row
  when ((new.status in ('payment_failed', 'cancelled')) <> (old.status in ('payment_failed', 'cancelled')))
  execute function follow_order_with_coupons();

-- Whose account a checkout belongs to, for the account's own percentages; null for guests.
alter table checkout add account_id bigint;

-- As before, and besides it counts the codes the order used: `wanted` may hold coupons [code] with customerKey.
-- Where a code is used up it raises CO001 with the code as detail, which undoes all of it.
create or replace function place_order(wanted jsonb, out placed_id bigint, out placed_number text) language plpgsql as $$
declare
  snapshot jsonb := wanted->'snapshot';
  of_store text := snapshot->>'store';
  of_checkout text := wanted->>'checkoutId';
  of_account bigint;
  short integer;
  used_up text;
begin
  select account_id into of_account from checkout where id = of_checkout and store = of_store
    and version = (wanted->>'checkoutVersion')::integer and order_id is null for update;
  if not found then return; end if;

  insert into orders (number, store, checkout_id, checkout_version, access_token, snapshot, snapshot_hash, currency,
    total_minor, vat_minor, email, account_id, payment_provider, identity_number, placed_at)
  values (next_order_number(of_store), of_store, of_checkout, (wanted->>'checkoutVersion')::integer,
    wanted->>'accessToken', snapshot, wanted->>'snapshotHash', snapshot->>'currency', (snapshot->>'totalMinor')::bigint,
    (snapshot->>'vatMinor')::bigint, snapshot->'customer'->>'email', of_account, snapshot->>'payment',
    wanted->>'identityNumber', (snapshot->>'placedAt')::timestamptz)
  returning id, number into placed_id, placed_number;

  insert into order_line (order_id, position, uuid, product_id, sku, name, quantity, unit_price_minor, total_minor,
    vat_minor, vat_rate_basis_points)
  select placed_id, entry.position, line.uuid, line."productId", line.sku, line.name, line.quantity, line."unitMinor",
    line."totalMinor", line."vatMinor", line."vatRateBasisPoints"
  from jsonb_array_elements(snapshot->'lines') with ordinality as entry (value, position),
    jsonb_to_record(entry.value) as line (uuid text, "productId" integer, sku text, name text, quantity integer,
      "unitMinor" bigint, "totalMinor" bigint, "vatMinor" bigint, "vatRateBasisPoints" integer);

  insert into stock_reservation (order_id, product_id, store, pool, quantity)
  select placed_id, take."productId", of_store, take.pool, sum(take.quantity)
  from jsonb_to_recordset(wanted->'takes') as take ("productId" integer, pool text, quantity integer)
  group by take."productId", take.pool;

  if wanted->>'attemptId' is not null then
    update payment_attempt set order_id = placed_id, snapshot_hash = wanted->>'snapshotHash',
      amount_minor = (snapshot->>'totalMinor')::bigint, status = 'pending', updated_at = now()
    where id = (wanted->>'attemptId')::bigint and checkout_id = of_checkout and order_id is null;
    if not found then raise exception 'attempt % belongs to another order', wanted->>'attemptId'; end if;
  else
    insert into payment_attempt (checkout_id, order_id, provider, provider_order_id, store, customer_type, amount_minor,
      currency, snapshot_hash, status, idempotency_key)
    values (of_checkout, placed_id, snapshot->>'payment', wanted->>'providerOrderId', of_store,
      snapshot->'customer'->>'type', (snapshot->>'totalMinor')::bigint, snapshot->>'currency', wanted->>'snapshotHash',
      'pending', wanted->>'idempotencyKey');
  end if;

  insert into order_event (order_id, kind, to_status, actor, data)
  values (placed_id, 'placed', 'pending', 'shopper', jsonb_build_object('totalMinor', snapshot->'totalMinor'));
  update checkout set order_id = placed_id, updated_at = now() where id = of_checkout;

  -- Codes before stock: whoever gives both back takes them in this order too.
  if jsonb_array_length(coalesce(wanted->'coupons', '[]')) > 0 then
    used_up := use_coupons(placed_id, wanted->'coupons', wanted->>'customerKey');
    if used_up is not null then
      raise exception 'code % is used up', used_up using errcode = 'CO001', detail = used_up;
    end if;
  end if;

  short := reserve_stock(placed_id);
  if short is not null then
    raise exception 'product % is short', short using errcode = 'SH001', detail = short::text;
  end if;
end $$;
