-- The stores of a shop that has nothing yet are closed to shoppers until the merchant opens them. A shop with products or
-- staff sells already: its stores stay as they are. Stores that are added later are closed when they are registered
-- (server/database/register-stores.ts). It is no change that somebody made: the audit has none of it.
select set_config('anode.actor', '{"kind": "system", "id": "register-stores"}', true);

insert into store_setting (store, section, value, version, changed_at)
select code, 'opening', '{"isOpenToShoppers": false}', 1, now() from store
where not exists (select from product) and not exists (select from staff)
on conflict do nothing;
