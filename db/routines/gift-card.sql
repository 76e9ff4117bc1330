-- The ledger of gift cards and the amounts that orders charge to them.

-- Only ledger entries change a card's balance.
create or replace function apply_gift_card_entry() returns trigger language plpgsql as $$
begin
  update gift_card set balance_minor = balance_minor + new.amount_minor where id = new.gift_card_id;
  return null;
end $$;

-- Charges an order's amounts, [{"id", "amountMinor"}], to its cards in the order of their ids. False where a
-- card's balance is too low; the caller must then roll back.
create or replace function spend_gift_cards(of_order bigint, cards jsonb) returns boolean language plpgsql as $$
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

-- An order that fails or is cancelled returns what it charged to cards, and the cards it bought are disabled.
-- One whose payment arrives late charges the amounts again as far as the balances allow, because staff review
-- such an order anyway.
create or replace function follow_order_with_gift_cards() returns trigger language plpgsql as $$
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

create or replace trigger gift_card_entry_moves_balance after insert on gift_card_entry for each row
  execute function apply_gift_card_entry();

create or replace trigger order_gives_gift_cards_back after update of status on orders for each row
  when ((new.status in ('payment_failed', 'cancelled')) <> (old.status in ('payment_failed', 'cancelled')))
  execute function follow_order_with_gift_cards();
