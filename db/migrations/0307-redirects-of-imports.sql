-- Imports of products make redirects from the addresses that the products had in the former shop. Null: staff, a table of
-- redirects or the command line made it. Rolling the import back removes its own.
alter table redirect add column made_by_job bigint references staff_job on delete set null;
create index redirect_made_by_job on redirect (made_by_job) where made_by_job is not null;

-- How many redirects a job has made; of one that rolls an import back: removed.
alter table staff_job add column redirects integer not null default 0;
