-- Secrets can be rotated: digests are made with keys derived per purpose, and what an earlier key made is rewritten
-- when it is found. So nothing refers to a gift card by the digest of its code any more.

-- By what checkouts and browsers name a card without its code.
alter table gift_card add reference uuid not null unique default gen_random_uuid();
-- Which of the shop's secrets code_key was derived from; null: made before keys were derived.
alter table gift_card add key_id text;

-- What checkouts want to pay with: [gift_card.reference]. gift_card_keys is the release before's, and goes with the next.
alter table checkout add gift_cards uuid[] not null default '{}';
update checkout c set gift_cards = array(
  select g.reference from unnest(c.gift_card_keys) with ordinality as wanted (key, place)
    join gift_card g on g.code_key = wanted.key order by wanted.place)
where c.gift_card_keys <> '{}' and c.order_id is null;
