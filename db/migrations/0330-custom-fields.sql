-- Fields of the shop's own that staff have defined. Those that modules declare are not stored: they are as the module says.
create table custom_field (
  object text not null check (object in ('product', 'customer', 'company', 'order', 'coupon')),
  -- Never changes: values are stored under it.
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  kind text not null check (kind in ('text', 'number', 'choice', 'flag', 'date')),
  -- Of a number, shown after it.
  unit text,
  -- Store code → name.
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  -- Of a choice: [{"code": "oak", "names": {"sv": "Ek"}}], in the order in which they are shown.
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- 'shared': one value; 'store', 'language': one for each of them.
  scope text not null check (scope in ('shared', 'store', 'language')),
  -- To everybody, in pages, API and structured data; of products alone.
  is_shown boolean not null,
  -- Listings can be filtered by it; of products alone.
  is_facet boolean not null,
  is_required boolean not null,
  position integer not null default 0,
  -- Not offered any more; its values stay.
  archived_at timestamptz,
  primary key (object, key)
);

-- Values of fields: of those that staff have defined, and of those that modules declare or have declared.
create table custom_field_value (
  object text not null,
  -- The id of the product, account, company, order or coupon.
  object_id bigint not null,
  field text not null,
  -- Code of the store or the language; empty: the one value.
  scope text not null default '',
  -- Null: it was removed.
  value jsonb,
  -- The value before the last change, for its undo: the audit has no personal data.
  former jsonb,
  changed_at timestamptz not null,
  primary key (object, object_id, field, scope)
);

-- Objects by a value. Longer texts are found by their beginning.
create index custom_field_value_value_idx on custom_field_value (object, field, left(value #>> '{}', 100));
