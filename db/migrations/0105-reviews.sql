-- Reviews of products, written by the buyers of an order (decision 79).

create index orders_delivered_at on orders (delivered_at) where delivered_at is not null;

-- The mail that asks the buyer of a delivered order for reviews. Its link carries a signature over the order.
create table review_request (
  order_id bigint primary key references orders,
  mailed_at timestamptz not null,
  expires_at timestamptz not null,
  -- The link works once.
  used_at timestamptz
);

create table review (
  id bigint generated always as identity primary key,
  product_id integer not null references product on delete cascade,
  -- The store it was written in: its language.
  store store_code not null,
  -- Null: the buyer's data has been erased.
  order_id bigint references orders,
  stars smallint not null check (stars between 1 and 5),
  words text not null check (char_length(words) <= 4000),
  -- First name as its author chose to show it; null: anonymous.
  name text check (char_length(name) between 1 and 60),
  status text not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  -- Why it is not published (domain/reviews/review.ts).
  rejection_reason text check (rejection_reason in
    ('unlawful', 'personal_data', 'insulting', 'advertising', 'not_about_product')),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- What the shop answers in public.
  answer text check (char_length(answer) between 1 and 2000),
  answered_at timestamptz,
  -- How many found it helpful; review_vote counts each only once.
  helpful integer not null default 0 check (helpful >= 0),
  unique (order_id, product_id),
  check ((status = 'rejected') = (rejection_reason is not null)),
  check ((status = 'pending') = (decided_at is null))
);
create index on review (product_id) where status = 'published';
create index on review (submitted_at) where status = 'pending';

-- The voter is a keyed digest of an account or a network: it names nobody.
create table review_vote (
  review_id bigint not null references review on delete cascade,
  voter bytea not null,
  voted_at timestamptz not null,
  primary key (review_id, voter)
);
create index on review_vote (voted_at);
