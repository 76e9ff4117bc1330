-- Searches of shoppers that found nothing, per store and query (decision 124). No personal data: a row has no visitor,
-- and queries that look like an address or a number of a person are not stored (domain/search/missed-query.ts).
create table search_miss (
  id bigint generated always as identity primary key,
  store store_code not null,
  -- In lower case, with single spaces.
  query text not null check (char_length(query) between 2 and 100),
  -- The store's last day with such a search.
  last_missed_on date not null,
  -- Set by staff; a search after that opens it again.
  closed_at timestamptz,
  unique (store, query)
);
create index on search_miss (last_missed_on);

create table search_miss_day (
  miss_id bigint not null references search_miss on delete cascade,
  day date not null,
  searches bigint not null check (searches > 0),
  primary key (miss_id, day)
);
create index on search_miss_day (day);
