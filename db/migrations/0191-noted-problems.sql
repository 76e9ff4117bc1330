-- What an import says of a row that it has imported as it is, such as a planned campaign that it delays.
alter table staff_job_problem drop constraint staff_job_problem_outcome_check;
alter table staff_job_problem add constraint staff_job_problem_outcome_check
  check (outcome in ('refused', 'repaired', 'noted'));
