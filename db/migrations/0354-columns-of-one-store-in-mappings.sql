-- Columns of a mapping that belong to one store (domain/catalogue/column-mapping.ts), apart from those that each store
-- gets: a version of the software that does not know them reads the others alone.
alter table import_mapping add column store_fields jsonb not null default '[]';
comment on column import_mapping.store_fields is
  'List of fields that one store gets, in place of those of the same name in fields.';
