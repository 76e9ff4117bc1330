-- Addresses of a former shop, and of pages that have moved, with where they lead now. A page that exists is shown; a
-- redirect is looked up before the shop answers 404.
create table redirect (
  id bigint generated always as identity primary key,
  -- The store whose former addresses these are: an address without a store's prefix may be of more than one.
  store store_code not null references store (code),
  -- As it is compared: in lower case, decoded, without a slash at its end and without a query.
  path text not null check (path ~ '^/[^/]' and length(path) <= 1000),
  -- A path of the shop, with query and fragment; never another host.
  target text not null check (target ~ '^/([^/\\]|$)' and length(target) <= 2000),
  -- The path of the target as it is compared, by which redirects that follow each other are found.
  target_path text not null,
  created_at timestamptz not null,
  unique (store, path)
);
