-- What a problem of an import says beside its code, as a code with values: it is worded in the language of the person.
alter table staff_job_problem add column detail jsonb;
-- Written by earlier versions, in English.
alter table staff_job_problem alter column message drop not null;
