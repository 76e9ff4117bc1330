-- Addresses of a former shop, from its sitemap or a crawl, with the page of this shop that is proposed for each. Staff
-- confirm proposals, which makes redirects of them (domain/redirects/former-page-repository.server.ts).
create table former_page (
  id bigint generated always as identity primary key,
  store store_code not null references store (code),
  -- As addresses of redirects are compared: in lower case, decoded, without a slash at its end and without a query.
  path text not null check (path ~ '^/[^/]' and length(path) <= 1000),
  title text check (length(title) <= 500),
  -- A path of the shop; null: nothing of the shop was found.
  target text check (target ~ '^/([^/\\]|$)' and length(target) <= 2000),
  reason text check (reason in ('sku', 'gtin', 'address', 'name', 'staff')),
  confidence text not null check (confidence in ('sure', 'likely', 'doubtful', 'none')),
  imported_at timestamptz not null,
  -- The redirect that was made; null: none, or it was removed since.
  redirect_id bigint references redirect (id) on delete set null,
  -- Names the confirmation, by the last redirect that it made: all redirects of one are taken back together.
  confirmation integer,
  unique (store, path),
  check ((target is null) = (reason is null)),
  check ((target is null) = (confidence = 'none'))
);
comment on table former_page is
  'Addresses of a former shop, from its sitemap or a crawl, with the page of this shop that is proposed for each.';
create index former_page_redirect_id on former_page (redirect_id) where redirect_id is not null;
