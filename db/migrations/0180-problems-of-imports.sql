-- How many problems the file of a job has: only the first 1,000 are kept (domain/staff-jobs/staff-job-repository.server.ts).
alter table staff_job add column problems integer not null default 0 check (problems >= 0);

update staff_job j set problems = (select count(*) from staff_job_problem p where p.job_id = j.id);

delete from staff_job_problem p using (
  select job_id, row_number, field, code,
    row_number() over (partition by job_id order by row_number, field, code) as place
  from staff_job_problem) ranked
where ranked.place > 1000 and p.job_id = ranked.job_id and p.row_number = ranked.row_number
  and p.field = ranked.field and p.code = ranked.code;

-- Jobs whose problems have reached their age.
create index on staff_job (finished_at) where problems > 0;
