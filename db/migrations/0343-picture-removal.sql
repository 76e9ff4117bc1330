-- Photos that were deleted, whose derived sizes may be left in a store that all nodes share
-- (domain/pictures/remove-derived-pictures.server.ts). Forgotten after a month where there is none.
create table picture_removal (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  removed_at timestamptz not null default now()
);
