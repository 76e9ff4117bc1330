-- Writing an order is one statement, so that it costs one round trip and one plan that the session keeps.

-- Writes a pending order with its lines, reservations, attempt and first event, binds it to its checkout and takes
-- its stock. `wanted` holds checkoutId, checkoutVersion, snapshot, snapshotHash, accessToken, identityNumber,
-- takes [{productId, pool, quantity}] and either attemptId or providerOrderId with idempotencyKey.
-- Answers nulls where the checkout has an order already or has moved on to another version. Where stock is short it
-- raises SH001 with the product's id as detail, which undoes all of it.
create function place_order(wanted jsonb, out placed_id bigint, out placed_number text) language plpgsql as $$
declare
  snapshot jsonb := wanted->'snapshot';
  of_store text := snapshot->>'store';
  of_checkout text := wanted->>'checkoutId';
  short integer;
begin
  perform 1 from checkout where id = of_checkout and store = of_store
    and version = (wanted->>'checkoutVersion')::integer and order_id is null for update;
  if not found then return; end if;

  insert into orders (number, store, checkout_id, checkout_version, access_token, snapshot, snapshot_hash, currency,
    total_minor, vat_minor, email, payment_provider, identity_number, placed_at)
  values (next_order_number(of_store), of_store, of_checkout, (wanted->>'checkoutVersion')::integer,
    wanted->>'accessToken', snapshot, wanted->>'snapshotHash', snapshot->>'currency', (snapshot->>'totalMinor')::bigint,
    (snapshot->>'vatMinor')::bigint, snapshot->'customer'->>'email', snapshot->>'payment', wanted->>'identityNumber',
    (snapshot->>'placedAt')::timestamptz)
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

  short := reserve_stock(placed_id);
  if short is not null then
    raise exception 'product % is short', short using errcode = 'SH001', detail = short::text;
  end if;
end $$;
