-- Imports of uploaded feeds as jobs of staff.

-- The file of a job that waits or runs, in parts, so that any node can run it. Removed when the job finishes.
create table staff_job_file (
  job_id bigint not null references staff_job on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (job_id, part)
);

-- Rows of an imported file that were refused, or imported after a repair.
create table staff_job_problem (
  job_id bigint not null references staff_job on delete cascade,
  -- 1 is the first row after the header.
  row_number integer not null,
  sku text,
  -- The field of the file; empty: the row as a whole.
  field text not null,
  -- The offending value, shortened.
  value text,
  outcome text not null check (outcome in ('refused', 'repaired')),
  code text not null,
  -- In English, as the reports of the CLI.
  message text not null,
  -- A run that continues after another one may report a row again.
  primary key (job_id, row_number, field, code)
);
