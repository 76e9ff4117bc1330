-- Scheduled imports by SFTP, and the jobs whose end is still to be reported.
alter table scheduled_import
  add column host_key text check (host_key ~ '^SHA256:[A-Za-z0-9+/]{43}$'),
  add column seen_host_key text check (seen_host_key ~ '^SHA256:[A-Za-z0-9+/]{43}$'),
  add column open_jobs bigint[] not null default '{}';
comment on column scheduled_import.host_key is
  'Fingerprint of the key by which an SFTP host proves that it is the same; null: none was accepted yet.';
comment on column scheduled_import.seen_host_key is
  'Fingerprint that the host has shown and that staff have not accepted; the first one since they changed the import.';
comment on column scheduled_import.open_jobs is
  'Jobs that it has started and whose end was not reported yet.';
