-- Gift cards: money paid in advance. A card's code is never stored, only its keyed hash. What a card holds changes only
-- together with an entry in its ledger, and an order takes from it in the statement that writes the order.

create table gift_card (
  id bigint generated always as identity primary key,
  -- HMAC of the code with the shop's secret.
  code_key text not null unique check (code_key ~ '^[0-9a-f]{64}$'),
  -- The code's last four characters, for people.
  hint text not null check (char_length(hint) = 4),
  store store_code not null,
  currency text not null check (currency in ('SEK', 'NOK', 'EUR', 'DKK')),
  issued_minor minor_units not null check (issued_minor > 0),
  balance_minor minor_units not null,
  -- The order and line that bought it; null: given by staff.
  order_id bigint references orders,
  line_uuid text,
  unit integer,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  check (balance_minor <= issued_minor),
  -- However often the job that issues it runs.
  unique (order_id, line_uuid, unit)
);
create index on gift_card (hint);

create table gift_card_entry (
  id bigint generated always as identity primary key,
  gift_card_id bigint not null references gift_card,
  kind text not null check (kind in ('issued', 'spent', 'returned')),
  -- What it added to the card; below zero where it took.
  amount_minor bigint not null check (amount_minor <> 0),
  order_id bigint references orders,
  recorded_at timestamptz not null default now()
);
create index on gift_card_entry (gift_card_id, id);
create index on gift_card_entry (order_id);
create trigger gift_card_entry_is_append_only before update or delete or truncate on gift_card_entry
  for each statement execute function refuse_change();

-- The ledger moves the balance, and nothing else does.
create function apply_gift_card_entry() returns trigger language plpgsql as $$
begin
  update gift_card set balance_minor = balance_minor + new.amount_minor where id = new.gift_card_id;
  return null;
end $$;
create trigger gift_card_entry_moves_balance after insert on gift_card_entry for each row
  execute function apply_gift_card_entry();

-- What checkouts want to pay with: [code_key].
alter table checkout add gift_card_keys text[] not null default '{}';

-- Takes an order's amounts, [{"id", "amountMinor"}], from its cards in the order of their ids. False where one holds
-- too little now; the caller must then roll back.
create function spend_gift_cards(of_order bigint, cards jsonb) returns boolean language plpgsql as $$
declare wanted record; held bigint;
begin
  for wanted in select card.id, card."amountMinor" as amount
    from jsonb_to_recordset(cards) as card (id bigint, "amountMinor" bigint) order by card.id
  loop
    select balance_minor into held from gift_card where id = wanted.id and disabled_at is null for update;
    if not found or held < wanted.amount then return false; end if;
    insert into gift_card_entry (gift_card_id, kind, amount_minor, order_id)
    values (wanted.id, 'spent', -wanted.amount, of_order);
  end loop;
  return true;
end $$;

-- An order that comes to nothing gives back what it took, and the cards it bought end; one whose payment arrives after
-- all takes it again as far as the cards still hold it: a person looks at such an order anyway.
create function follow_order_with_gift_cards() returns trigger language plpgsql as $$
declare owed record; gives_back boolean := new.status in ('payment_failed', 'cancelled');
begin
  for owed in
    select gift_card_id as id, -sum(amount_minor) as net, -min(amount_minor) as taken from gift_card_entry
    where order_id = new.id and kind in ('spent', 'returned') group by gift_card_id order by gift_card_id
  loop
    if gives_back and owed.net > 0 then
      insert into gift_card_entry (gift_card_id, kind, amount_minor, order_id)
      values (owed.id, 'returned', owed.net, new.id);
    elsif not gives_back and owed.net = 0 then
      perform 1 from gift_card where id = owed.id for update;
      insert into gift_card_entry (gift_card_id, kind, amount_minor, order_id)
      select id, 'spent', -least(balance_minor, owed.taken), new.id from gift_card
      where id = owed.id and balance_minor > 0;
    end if;
  end loop;
  if gives_back then update gift_card set disabled_at = now() where order_id = new.id and disabled_at is null; end if;
  return null;
end $$;
create trigger order_gives_gift_cards_back after update of status on orders for each row
  when ((new.status in ('payment_failed', 'cancelled')) <> (old.status in ('payment_failed', 'cancelled')))
  execute function follow_order_with_gift_cards();

-- As before, and besides it takes from gift cards: `wanted` may hold giftCards [{id, amountMinor}], and the snapshot
-- payableMinor, what is left to pay. Where a card holds too little it raises GC001, which undoes all of it.
create or replace function place_order(wanted jsonb, out placed_id bigint, out placed_number text) language plpgsql as $$
declare
  snapshot jsonb := wanted->'snapshot';
  of_store text := snapshot->>'store';
  of_checkout text := wanted->>'checkoutId';
  of_account bigint;
  payable bigint := coalesce((snapshot->>'payableMinor')::bigint, (snapshot->>'totalMinor')::bigint);
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
      amount_minor = payable, status = 'pending', updated_at = now()
    where id = (wanted->>'attemptId')::bigint and checkout_id = of_checkout and order_id is null;
    if not found then raise exception 'attempt % belongs to another order', wanted->>'attemptId'; end if;
  else
    insert into payment_attempt (checkout_id, order_id, provider, provider_order_id, store, customer_type, amount_minor,
      currency, snapshot_hash, status, idempotency_key)
    values (of_checkout, placed_id, snapshot->>'payment', wanted->>'providerOrderId', of_store,
      snapshot->'customer'->>'type', payable, snapshot->>'currency', wanted->>'snapshotHash',
      'pending', wanted->>'idempotencyKey');
  end if;

  insert into order_event (order_id, kind, to_status, actor, data)
  values (placed_id, 'placed', 'pending', 'shopper', jsonb_build_object('totalMinor', snapshot->'totalMinor'));
  update checkout set order_id = placed_id, updated_at = now() where id = of_checkout;

  -- Codes before gift cards before stock: whoever gives them back takes them in this order too.
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
