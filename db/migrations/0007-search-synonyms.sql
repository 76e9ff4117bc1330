-- What a store's shoppers call things that are called otherwise here; read by every node's search.

create table search_synonym (
  id integer generated always as identity primary key,
  store store_code not null,
  -- What people type, and what it is called here. Both are compared as search compares words.
  term text not null check (length(trim(term)) between 1 and 100),
  means text not null check (length(trim(means)) between 1 and 100),
  -- Whether `means` finds what is called `term` too.
  both_ways boolean not null default true,
  unique (store, term, means)
);

call watch_table('search_synonym', 'synonym', 'store');
