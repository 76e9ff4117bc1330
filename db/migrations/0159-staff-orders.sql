-- Orders that staff prepare for a customer: who did, and how they are to be paid. The order itself is the checkout's.
create table staff_order (
  id bigint generated always as identity primary key,
  -- Given by the screen: a repeated request prepares nothing again.
  key uuid not null unique,
  checkout_id text not null unique references checkout on delete cascade,
  staff_id bigint not null references staff,
  -- `invoice`: placed at once; `link`: the customer pays the checkout by a mailed link.
  payment text not null check (payment in ('invoice', 'link')),
  created_at timestamptz not null
);
