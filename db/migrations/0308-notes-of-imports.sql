-- What an import has noted or repaired, by kind: how often, with the first examples, as `FeedNote` of
-- domain/catalogue/feed-upload.ts. Refused rows alone are listed one by one (staff_job_problem).
alter table staff_job add column notes jsonb not null default '[]';

-- Objects that an import has made new, as its check calls them; included in `changed`. Null: not known, or no import.
alter table staff_job add column created integer;
