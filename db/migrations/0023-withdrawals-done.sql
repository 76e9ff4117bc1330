-- When staff have dealt with a declaration; null while its buyer waits.
alter table withdrawal add done_at timestamptz;

create index withdrawal_open on withdrawal (declared_at) where done_at is null;
