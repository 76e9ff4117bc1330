-- Which history of the server the transaction ids of change_log belong to. A promoted standby and a restored database
-- give transaction ids out again, so a node's position is valid only in the history in which it was read.
create table change_log_history (
  -- Timeline of the write-ahead log and storage file of change_log (read-model/build/database-identity.server.ts).
  key text primary key,
  -- Two standbys that are promoted independently may choose the same timeline, but never the same id.
  id uuid not null default gen_random_uuid(),
  noted_at timestamptz not null default now()
);
