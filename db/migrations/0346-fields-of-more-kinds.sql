-- Fields of more kinds: rich text, pictures, and references to other objects. A node of the release before fails on a kind that
-- it does not know: it reads and writes the view, which has the fields of the kinds that it knows.
alter table custom_field rename to custom_field_definition;
alter index custom_field_pkey rename to custom_field_definition_pkey;
alter table custom_field_definition drop constraint custom_field_kind_check,
  add constraint custom_field_definition_kind_check
    check (kind in ('text', 'rich_text', 'number', 'choice', 'flag', 'date', 'reference', 'picture')),
  -- Of a reference: the kind of object that its values name, as `object` does.
  add column refers_to text check (refers_to in ('product', 'customer', 'order', 'coupon')),
  add constraint custom_field_definition_reference_check check ((kind = 'reference') = (refers_to is not null));

-- Its columns in their order: prepared statements of nodes that run have it.
create view custom_field as
select object, key, kind, unit, names, options, scope, is_shown, is_facet, is_required, position, archived_at, is_in_feed
from custom_field_definition where kind in ('text', 'number', 'choice', 'flag', 'date')
with cascaded check option;

-- For the pictures that are kept (db/routines/picture-source.sql).
create index custom_field_value_picture_idx on custom_field_value (left(value #>> '{}', 72))
  where value #>> '{}' like 'picture:%';
create index custom_field_value_former_picture_idx on custom_field_value (left(former #>> '{}', 72))
  where former #>> '{}' like 'picture:%';
