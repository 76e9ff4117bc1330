-- How fast pages are for shoppers who allow statistics (web vitals): how many visits of a day fell into which
-- range of values. No row belongs to a visitor.
create table web_vital (
  day date not null,
  store store_code not null,
  page text not null check (page ~ '^[a-z-]{1,20}$'),
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'TTFB')),
  -- Range of the value (domain/vitals/histogram.ts).
  bucket smallint not null check (bucket between 0 and 200),
  visits bigint not null check (visits > 0),
  primary key (day, store, page, metric, bucket)
);

-- What visitors of an experiment did, per day: how many saw a variant, and how many orders they placed.
create table experiment_count (
  experiment_key text not null,
  variant_key text not null,
  store store_code not null,
  day date not null,
  views bigint not null default 0 check (views >= 0),
  orders bigint not null default 0 check (orders >= 0),
  primary key (experiment_key, variant_key, store, day),
  foreign key (experiment_key, variant_key) references experiment_variant (experiment_key, key) on delete cascade
);
