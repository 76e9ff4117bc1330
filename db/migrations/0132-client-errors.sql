-- Faults in browsers, one row per group: what the message and the first frames of its stack have in common.
-- No personal data: a group has no visitor, and its texts are cleaned before they are stored
-- (domain/client-errors/client-error.ts).
create table client_error (
  id bigint generated always as identity primary key,
  -- SHA-256 of message and frames, without what differs between releases and visitors.
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- Null: the report's address is in no store.
  store store_code,
  message text not null check (length(message) <= 300),
  -- The first frames of the latest report, one per line.
  frames text not null check (length(frames) <= 2000),
  -- Path of the latest report's page.
  path text not null check (length(path) <= 300),
  -- The build that was served when the group was first and last reported.
  first_release text not null check (length(first_release) <= 64),
  last_release text not null check (length(last_release) <= 64),
  reports bigint not null check (reports > 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Set by staff; a report after that opens the group again.
  closed_at timestamptz,
  unique nulls not distinct (fingerprint, store)
);
create index on client_error (last_seen_at);
