-- The catalogue: what the shop sells, where, at which price and from which stock.
-- Amounts are integer minor units of the store's currency with VAT inside; VAT is in basis points.

create domain store_code as text check (value in ('sv', 'no', 'de', 'da'));
create domain minor_units as bigint check (value >= 0 and value <= 1000000000000);

create table brand (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  -- Who answers for the goods (GPSR Art. 19): {name, address, email}.
  manufacturer jsonb
);

create table tag (
  id integer generated always as identity primary key,
  code text not null unique
);

create table tag_text (
  tag_id integer not null references tag on delete cascade,
  store store_code not null,
  name text not null,
  slug text not null,
  primary key (tag_id, store),
  unique (store, slug)
);

create table category (
  id integer generated always as identity primary key,
  code text not null unique,
  parent_id integer references category on delete cascade,
  position integer not null default 0,
  icon text,
  show_in_menu boolean not null default true,
  check (parent_id is distinct from id)
);
create index on category (parent_id);

create table category_text (
  category_id integer not null references category on delete cascade,
  store store_code not null,
  name text not null,
  slug text not null,
  -- Slugs from the root down, joined with "/": the address of the category in this store.
  path text not null,
  description text not null default '',
  primary key (category_id, store),
  unique (store, path)
);

create table attribute (
  code text primary key,
  kind text not null check (kind in ('choice', 'number', 'text', 'flag')),
  unit text,
  facet boolean not null default false,
  position integer not null default 0,
  -- Store code → name.
  names jsonb not null
);

create table attribute_value (
  attribute_code text not null references attribute on delete cascade,
  code text not null,
  position integer not null default 0,
  names jsonb not null,
  primary key (attribute_code, code)
);

create table product (
  id integer generated always as identity (start with 1001) primary key,
  sku text not null unique,
  -- ENTITY-12: 1 standard, 2 variant, 3 set, 4 gift card.
  type smallint not null check (type between 1 and 4),
  gtin text,
  mpn text,
  brand_id integer references brand on delete set null,
  -- The parent gathers variants and is not for sale itself; a parent has variation attributes.
  variant_of integer references product on delete cascade,
  variation_attributes text[] not null default '{}',
  -- A feed's item_group_id (siblings); not the coupons' group.
  item_group text,
  group_id integer,
  discount_category text,
  condition text not null default 'new' check (condition in ('new', 'refurbished', 'used')),
  -- Attribute code → value code(s), number, text or boolean.
  attributes jsonb not null default '{}',
  -- Devices it fits, "Maker Model".
  fits text[] not null default '{}',
  subscription_intervals text[] not null default '{}',
  -- Average rating in hundredths (0–500) and the number of ratings behind it.
  score_hundredths smallint check (score_hundredths between 0 and 500),
  score_count integer not null default 0,
  -- Units sold lately, for ranking.
  sales_rank integer not null default 0,
  created_at timestamptz not null default now()
);
create index on product (variant_of) where variant_of is not null;
create index on product (item_group) where item_group is not null;
create index on product (brand_id);

-- A product in one store; a product without a row there is not sold there.
create table store_product (
  product_id integer not null references product on delete cascade,
  store store_code not null,
  name text not null,
  slug text not null,
  prefix text,
  description text not null default '',
  decoration text,
  vat_rate_basis_points integer not null check (vat_rate_basis_points between 0 and 10000),
  cross_selling_price_minor minor_units,
  primary key (product_id, store),
  unique (store, slug)
);

-- Addresses a product had before; they answer with a redirect to the present one.
create table product_former_slug (
  store store_code not null,
  slug text not null,
  product_id integer not null references product on delete cascade,
  primary key (store, slug)
);

create table price_tier (
  product_id integer not null,
  store store_code not null,
  kind text not null check (kind in ('normal', 'campaign')),
  min_quantity integer not null check (min_quantity >= 1),
  price_minor minor_units not null,
  -- Struck-through price of a campaign tier.
  before_minor minor_units,
  -- A campaign holds in [starts_at, ends_at); null is open.
  starts_at timestamptz,
  ends_at timestamptz,
  primary key (product_id, store, kind, min_quantity),
  foreign key (product_id, store) references store_product on delete cascade,
  check (ends_at is null or starts_at is null or ends_at > starts_at)
);

-- Every unit price (quantity 1) a product ever had in a store: what the 30-day lowest price is read from
-- (Dir. 98/6/EC Art. 6a). Written by trigger, never changed.
create table price_history (
  id bigint generated always as identity primary key,
  product_id integer not null,
  store store_code not null,
  kind text not null check (kind in ('normal', 'campaign')),
  -- Null: the campaign was withdrawn.
  price_minor minor_units,
  starts_at timestamptz,
  ends_at timestamptz,
  recorded_at timestamptz not null default now()
);
create index on price_history (product_id, store, recorded_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger price_history_is_append_only before update or delete or truncate on price_history
  for each statement execute function refuse_change();

create function record_price_insert() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, store, kind, price_minor, starts_at, ends_at)
  select product_id, store, kind, price_minor, starts_at, ends_at from changed where min_quantity = 1;
  return null;
end $$;

create function record_price_update() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, store, kind, price_minor, starts_at, ends_at)
  select n.product_id, n.store, n.kind, n.price_minor, n.starts_at, n.ends_at
  from changed n join former o using (product_id, store, kind, min_quantity)
  where n.min_quantity = 1
    and (n.price_minor, n.starts_at, n.ends_at) is distinct from (o.price_minor, o.starts_at, o.ends_at);
  return null;
end $$;

create function record_price_delete() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, store, kind, price_minor)
  select product_id, store, kind, null from changed where min_quantity = 1;
  return null;
end $$;

create trigger price_tier_inserted after insert on price_tier
  referencing new table as changed for each statement execute function record_price_insert();
create trigger price_tier_updated after update on price_tier
  referencing new table as changed old table as former for each statement execute function record_price_update();
create trigger price_tier_deleted after delete on price_tier
  referencing old table as changed for each statement execute function record_price_delete();

-- What each store may sell, by pool (STOCK-04). A reservation takes from exactly one pool with a conditional
-- update; the checks are the last defence against overselling.
create table stock (
  product_id integer not null,
  store store_code not null,
  available integer not null default 0 check (available >= 0),
  incoming integer not null default 0 check (incoming >= 0),
  incoming_at timestamptz,
  presale integer not null default 0 check (presale >= 0),
  release_at timestamptz,
  discontinued boolean not null default false,
  primary key (product_id, store),
  foreign key (product_id, store) references store_product on delete cascade
);

create table product_category (
  product_id integer not null references product on delete cascade,
  category_id integer not null references category on delete cascade,
  -- 0 is the main category.
  position smallint not null default 0,
  primary key (product_id, category_id)
);
create index on product_category (category_id);

create table product_tag (
  product_id integer not null references product on delete cascade,
  tag_id integer not null references tag on delete cascade,
  primary key (product_id, tag_id)
);

create table product_image (
  product_id integer not null references product on delete cascade,
  -- ENTITY-17.
  type smallint not null check (type in (1, 3, 4, 5, 9, 10, 12, 13, 16)),
  sort_order smallint not null default 0,
  -- `drawing:…` or an http address.
  source text not null,
  -- Store code → words for those who cannot see it.
  alt jsonb not null default '{}',
  primary key (product_id, type, sort_order)
);

create table product_relation (
  product_id integer not null references product on delete cascade,
  kind text not null check (kind in
    ('accessory', 'related', 'cross_sell', 'upsell', 'recommended', 'spare_part')),
  related_id integer not null references product on delete cascade,
  position smallint not null default 0,
  primary key (product_id, kind, related_id),
  check (product_id <> related_id)
);
create index on product_relation (related_id);

create table set_part (
  set_id integer not null references product on delete cascade,
  product_id integer not null references product on delete restrict,
  quantity integer not null check (quantity >= 1),
  primary key (set_id, product_id)
);
