-- Files of products and stock that are fetched from an address and imported at fixed intervals (modules/scheduled-imports).
create table scheduled_import (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  store store_code not null references store (code),
  url text not null check (length(url) between 1 and 2000),
  -- Login at the host of the file.
  login_user text,
  password_encrypted text,
  -- Name of a saved mapping of columns; null: the columns are known.
  mapping text,
  every_hours integer not null check (every_hours between 1 and 744),
  -- When its person gets a mail.
  report text not null check (report in ('always', 'problems', 'never')),
  is_active boolean not null default true,
  -- Whose it is: it imports what this person may import.
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  next_run_at timestamptz not null,
  -- A node runs it until then.
  claimed_until timestamptz,
  -- Raised by staff, who change it or ask for a run.
  revision integer not null default 0,
  last_run_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'started', 'unchanged', 'failed')),
  -- Why the last run failed: a code, and what belongs to it.
  problem text,
  problem_detail text,
  -- The last job that it started. No foreign key: jobs are deleted after a while.
  last_job bigint,
  -- The last job that was reported by mail, or needed no report.
  reported_job bigint,
  -- Of the last file that was imported.
  etag text,
  last_modified text,
  sha256 bytea check (length(sha256) = 32),
  check ((login_user is null) = (password_encrypted is null)),
  check ((state = 'failed') = (problem is not null))
);
create index scheduled_import_due_idx on scheduled_import (next_run_at) where is_active;
create index scheduled_import_last_job_idx on scheduled_import (last_job);
