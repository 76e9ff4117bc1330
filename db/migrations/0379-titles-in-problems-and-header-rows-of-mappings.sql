-- The name of the row's product as the file states it, shortened; null: the file states none, or holds something else.
alter table staff_job_problem add column title text;

-- Examples of notes are problems, too.
update staff_job set notes = (
  select jsonb_agg(jsonb_set(note, '{examples}', (
    select coalesce(jsonb_agg(example || '{"title": null}'), '[]') from jsonb_array_elements(note -> 'examples') as example
  ))) from jsonb_array_elements(notes) as note
) where notes <> '[]';

alter table import_mapping add column header_row integer check (header_row >= 1);
comment on column import_mapping.header_row is
  'The row that names the columns, as a spreadsheet numbers it; null: the first one with all columns of the mapping.';
