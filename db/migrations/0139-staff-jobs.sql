-- Work that a person started in the back office and a background job does, row by row.
create table staff_job (
  id bigint generated always as identity primary key,
  -- As in domain/staff-jobs/staff-job.ts: `price-change`.
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  staff_id bigint not null references staff,
  -- On whose behalf the rows are changed, as the audit records it.
  actor jsonb not null,
  -- What was asked for: the view, the percentage.
  terms jsonb not null,
  reason text,
  -- The stores of its rows.
  stores text[] not null,
  -- The job that this one takes back; a job is taken back once.
  undo_of bigint unique references staff_job,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Runs that began; after too many the job has failed.
  tries integer not null default 0,
  total integer not null check (total >= 0),
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null,
  -- When its last rows were done.
  progressed_at timestamptz not null,
  finished_at timestamptz,
  -- When the person saw that it had finished.
  seen_at timestamptz
);
create index on staff_job (staff_id, id);
create index on staff_job (progressed_at) where state in ('waiting', 'running');

create table staff_job_row (
  job_id bigint not null references staff_job on delete cascade,
  position integer not null,
  -- A product's sku.
  object_id text not null,
  store text references store (code),
  -- The values that the row must have for the change to be made, and those it gets.
  before jsonb,
  after jsonb,
  -- Null: not done yet.
  outcome text check (outcome in ('changed', 'unchanged', 'refused')),
  -- Code of the refusal.
  refusal text,
  primary key (job_id, position)
);
create index on staff_job_row (job_id, position) where outcome is null;
