-- Writes an order in one statement: one round trip, and one plan that the session caches.

-- Writes an order with its lines, stock reservations, payment attempt and first event, binds it to its checkout, and
-- takes coupon uses, gift card amounts and stock. Returns nulls where the checkout already has an order or has moved on
-- to another version. `wanted` holds
--   actor: who places it, for the audit;
--   checkoutId, checkoutVersion, snapshot, snapshotHash, accessToken;
--   identityNumberEncrypted (or identityNumber in plain text, which only the release before 0024 wrote);
--   takes [{productId, pool, quantity}]: the allocations of stock to reserve; every release writes the key so;
--   withholdsByFile: whether the store's file says that it withholds products without statutory data;
--   either attemptId of an attempt opened before, unpaid and without an order or of one that failed, or providerOrderId (optional) with idempotencyKey for a new one;
--   coupons [code] with customerKey; giftCards [{id, amountMinor}];
--   settlement {attempt, order, data, mails, at, paidAt} for an order that is decided without asking a provider: the
--   statuses to move to in the same transaction, the data of the history's event, the kinds of mail to send, and when it was
--   finalized and paid (null: not paid yet);
--   credit {amountMinor, decision, keys [{kind, digest in hex}]} of an order on invoice.
-- Raises WH001 with the ids of products that the store withholds as detail (a JSON array), SH001 with the product's id as
-- detail where stock is short, CO001 with the code as detail where a code is used up, and GC001 where a gift card holds too
-- little; each undoes all of it.
create or replace function place_order(wanted jsonb, out placed_id bigint, out placed_number text) language plpgsql as $$
declare
  snapshot jsonb := wanted->'snapshot';
  of_store text := snapshot->>'store';
  of_checkout text := wanted->>'checkoutId';
  of_account bigint;
  payable bigint := coalesce((snapshot->>'payableMinor')::bigint, (snapshot->>'totalMinor')::bigint);
  settlement jsonb := wanted->'settlement';
  credit jsonb := wanted->'credit';
  -- Written at once, an order costs one version of its row and one entry in each index (decision 148). What follows from
  -- the other statuses only transition_order writes.
  first_status text := case when settlement->>'order' in ('received', 'held') then settlement->>'order' else 'pending' end;
  change jsonb;
  bought integer[];
  withheld integer[];
  short integer;
  used_up text;
begin
  if wanted->'actor' is not null then
    perform set_config('anode.actor', wanted->>'actor', true);
  end if;

  select account_id into of_account from checkout where id = of_checkout and store = of_store
    and version = (wanted->>'checkoutVersion')::integer and order_id is null for update;
  if not found then return; end if;

  -- For the trigger, which refuses orders that anything else writes settled.
  perform set_config('anode.settles', case when first_status = 'pending' then '' else of_checkout end, true);
  insert into orders (status, finalized_at, paid_at, number, store, checkout_id, checkout_version, access_token, snapshot,
    snapshot_hash, currency, total_minor, vat_minor, email, account_id, company_id, payment_provider, identity_number,
    identity_number_encrypted, placed_at)
  values (first_status, case when first_status <> 'pending' then (settlement->>'at')::timestamptz end,
    case when first_status <> 'pending' then (settlement->>'paidAt')::timestamptz end,
    next_order_number(of_store), of_store, of_checkout, (wanted->>'checkoutVersion')::integer,
    wanted->>'accessToken', snapshot, wanted->>'snapshotHash', snapshot->>'currency', (snapshot->>'totalMinor')::bigint,
    (snapshot->>'vatMinor')::bigint, snapshot->'customer'->>'email', of_account,
    -- An order as a private person is not the company's, even if its buyer belongs to one.
    (select m.company_id from company_member m where m.account_id = of_account and m.store = of_store
      and snapshot->'customer'->>'type' = 'business'), snapshot->>'payment',
    wanted->>'identityNumber', wanted->>'identityNumberEncrypted', (snapshot->>'placedAt')::timestamptz)
  returning id, number into placed_id, placed_number;

  insert into order_line (order_id, position, uuid, product_id, sku, name, quantity, unit_price_minor, total_minor,
    vat_minor, vat_rate_basis_points)
  select placed_id, entry.position, line.uuid, line."productId", line.sku, line.name, line.quantity, line."unitMinor",
    line."totalMinor", line."vatMinor", line."vatRateBasisPoints"
  from jsonb_array_elements(snapshot->'lines') with ordinality as entry (value, position),
    jsonb_to_record(entry.value) as line (uuid text, "productId" integer, sku text, name text, quantity integer,
      "unitMinor" bigint, "totalMinor" bigint, "vatMinor" bigint, "vatRateBasisPoints" integer);

  -- The node that priced the cart may not have read yet that a product lacks something.
  if withholds(of_store, coalesce((wanted->>'withholdsByFile')::boolean, false)) then
    bought := array(select product_id from order_line where order_id = placed_id and product_id is not null);
    select array_agg(distinct g.product_id) into withheld from statutory_gaps_of(bought) g;
    if withheld is not null then
      raise exception 'the store withholds products %', withheld
        using errcode = 'WH001', detail = to_json(withheld)::text;
    end if;
  end if;

  insert into stock_reservation (order_id, product_id, store, pool, quantity)
  select placed_id, take."productId", of_store, take.pool, sum(take.quantity)
  from jsonb_to_recordset(wanted->'takes') as take ("productId" integer, pool text, quantity integer)
  group by take."productId", take.pool;

  if wanted->>'attemptId' is not null then
    update payment_attempt set order_id = placed_id, snapshot_hash = wanted->>'snapshotHash',
      amount_minor = payable, status = 'pending', updated_at = now()
    where id = (wanted->>'attemptId')::bigint and checkout_id = of_checkout
      and status in ('created', 'pending', 'failed', 'cancelled', 'expired')
      and (order_id is null or exists (select from orders o where o.id = order_id and o.status = 'payment_failed'));
    if not found then raise exception 'attempt % belongs to another order', wanted->>'attemptId'; end if;
  else
    insert into payment_attempt (checkout_id, order_id, provider, provider_order_id, store, customer_type, amount_minor,
      currency, snapshot_hash, status, idempotency_key)
    values (of_checkout, placed_id, snapshot->>'payment', wanted->>'providerOrderId', of_store,
      snapshot->'customer'->>'type', payable, snapshot->>'currency', wanted->>'snapshotHash',
      coalesce(settlement->>'attempt', 'pending'), wanted->>'idempotencyKey');
  end if;

  if credit->>'decision' is not null then
    insert into order_credit (order_id, amount_minor, decision)
    values (placed_id, (credit->>'amountMinor')::bigint, credit->>'decision');
    insert into credit_key (order_id, kind, digest)
    select placed_id, key.kind, decode(key.digest, 'hex')
    from jsonb_to_recordset(credit->'keys') as key (kind text, digest text);
  end if;

  insert into order_event (order_id, kind, to_status, actor, data)
  values (placed_id, 'placed', 'pending', 'shopper', jsonb_build_object('totalMinor', snapshot->'totalMinor'));
  if settlement->>'order' is not null then
    change := jsonb_build_object('event', 'payment', 'actor', 'shopper', 'data', settlement->'data',
      'mails', settlement->'mails', 'finalizedAt', settlement->'at', 'paidAt', settlement->'paidAt');
    if first_status = 'pending' then
      perform transition_order(placed_id, settlement->>'order', change);
    else
      perform follow_transition(placed_id, 'pending', first_status, change);
    end if;
  end if;
  update checkout set order_id = placed_id, updated_at = now() where id = of_checkout;

  -- Lock order: codes, then gift cards, then stock. Routines that release them use the same order.
  if jsonb_array_length(coalesce(wanted->'coupons', '[]')) > 0 then
    used_up := use_coupons(placed_id, wanted->'coupons', wanted->>'customerKey');
    if used_up is not null then
      raise exception 'code % is used up', used_up using errcode = 'CO001', detail = used_up;
    end if;
  end if;

  if jsonb_array_length(coalesce(wanted->'giftCards', '[]')) > 0 and not spend_gift_cards(placed_id, wanted->'giftCards') then
    raise exception 'a gift card holds too little' using errcode = 'GC001';
  end if;

  short := reserve_stock(placed_id);
  if short is not null then
    raise exception 'product % is short', short using errcode = 'SH001', detail = short::text;
  end if;
end $$;
