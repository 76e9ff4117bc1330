-- The archive of the shop that staff have written in the back office, encrypted and in parts, for a day. Part 0 is the
-- key of the others, encrypted with a secret of the shop.
create table archive_part (
  job_id bigint not null references staff_job (id) on delete cascade,
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (job_id, part)
);
