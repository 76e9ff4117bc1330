-- Records changes in change_log, for the catalogue index and page cache of every node.

-- Statement trigger. Arguments: the topic, and the SQL expression that yields the key of a changed row.
create or replace function log_change() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into change_log (topic, key) select distinct %L, (%s)::text from changed on conflict do nothing',
    tg_argv[0], tg_argv[1]);
  perform pg_notify('change_log', '');
  return null;
end $$;

-- Logs every change of a table. Idempotent.
create or replace procedure watch_table(watched regclass, topic text, key_expression text) language plpgsql as $$
begin
  execute format('create or replace trigger change_logged_on_insert after insert on %s referencing new table as changed
    for each statement execute function log_change(%L, %L)', watched, topic, key_expression);
  execute format('create or replace trigger change_logged_on_update after update on %s referencing new table as changed
    for each statement execute function log_change(%L, %L)', watched, topic, key_expression);
  execute format('create or replace trigger change_logged_on_delete after delete on %s referencing old table as changed
    for each statement execute function log_change(%L, %L)', watched, topic, key_expression);
end $$;

call watch_table('product', 'product', 'id');
call watch_table('store_product', 'product', 'product_id');
call watch_table('product_former_slug', 'product', 'product_id');
call watch_table('price_tier', 'product', 'product_id');
call watch_table('product_category', 'product', 'product_id');
call watch_table('product_tag', 'product', 'product_id');
call watch_table('product_image', 'product', 'product_id');
call watch_table('product_relation', 'product', 'product_id');
call watch_table('bought_together', 'product', 'product_id');
call watch_table('set_part', 'product', 'set_id');
call watch_table('review', 'product', 'product_id');
call watch_table('category', 'category', 'id');
call watch_table('category_text', 'category', 'category_id');
call watch_table('brand', 'brand', 'id');
call watch_table('tag', 'tag', 'id');
call watch_table('tag_text', 'tag', 'tag_id');
call watch_table('attribute', 'attribute', 'code');
call watch_table('attribute_value', 'attribute', 'attribute_code');
call watch_table('custom_field_definition', 'attribute', 'key');
call watch_table('content_page', 'content', '''page:'' || store || '':'' || path');
call watch_table('widget', 'content', '''widget:'' || store || '':'' || slug');
call watch_table('deal', 'content', '''deal:'' || store');
call watch_table('search_hint', 'content', '''hints:'' || store');
call watch_table('redirect', 'content', '''redirects''');
call watch_table('store_setting', 'content', '''settings:'' || store');
call watch_table('provider_account', 'content', '''settings:'' || store');
call watch_table('search_synonym', 'synonym', 'store');
call watch_table('device', 'device', 'id');

-- Stock changes with every order, but a page only depends on the stock it displays: the exact figure up to 5
-- units ("few left"), and above that only whether there is stock.
create or replace function stock_as_shown(available integer, incoming integer, incoming_at timestamptz,
  presale integer, release_at timestamptz, discontinued boolean) returns text immutable language sql as $$
  select concat_ws('/', least(available, 6), incoming > 0, incoming_at, presale > 0, release_at, discontinued)
$$;

create or replace function log_stock_change() returns trigger language plpgsql as $$
begin
  insert into change_log (topic, key)
  select distinct 'product', n.product_id::text
  from changed n join former o using (product_id, store)
  where stock_as_shown(n.available, n.incoming, n.incoming_at, n.presale, n.release_at, n.discontinued)
     <> stock_as_shown(o.available, o.incoming, o.incoming_at, o.presale, o.release_at, o.discontinued)
  on conflict do nothing;
  if found then perform pg_notify('change_log', ''); end if;
  return null;
end $$;

create or replace trigger change_logged_on_insert after insert on stock referencing new table as changed
  for each statement execute function log_change('product', 'product_id');
create or replace trigger change_logged_on_delete after delete on stock referencing old table as changed
  for each statement execute function log_change('product', 'product_id');
create or replace trigger change_logged_on_update after update on stock
  referencing new table as changed old table as former
  for each statement execute function log_stock_change();
