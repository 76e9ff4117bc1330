-- What the columns of a table mean, as staff have said it for imports, by name.
create table import_mapping (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  -- List of fields with their columns and steps (domain/catalogue/column-mapping.ts).
  fields jsonb not null,
  updated_at timestamptz not null
);
create unique index on import_mapping (lower(name));
