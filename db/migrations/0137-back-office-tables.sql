-- Indexes of the back office's tables of the audit, returns and withdrawals, and of its search.
create index audit_entry_by_action on audit_entry (action, id);
create index order_return_by_time on order_return (registered_at, id);
create index withdrawal_by_due on withdrawal (refund_due_on, id);

create index account_search_words on account using gin (to_tsvector('simple', translate(
  number || ' ' || first_name || ' ' || last_name || ' ' || coalesce(company_name, '') || ' ' || email,
  '@.-_+/', '      ')));
create index product_by_sku_prefix on product (lower(sku) text_pattern_ops);
create index product_by_gtin on product (gtin) where gtin is not null;
create index coupon_by_code_prefix on coupon (code text_pattern_ops);
create index shipment_by_tracking on shipment (tracking_number) where tracking_number is not null;

-- Views of tables that staff keep: a name for a query string.
create table saved_view (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  -- The table's name: `orders`.
  table_name text not null check (table_name ~ '^[a-z]{1,40}$'),
  name text not null check (length(name) between 1 and 100),
  -- As in the page's address, without `?` and without a page key.
  query text not null check (length(query) <= 4000),
  -- Whether all staff see it.
  is_shared boolean not null default false,
  created_at timestamptz not null,
  unique (staff_id, table_name, name)
);
create index on saved_view (table_name) where is_shared;
