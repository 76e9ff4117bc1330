-- Subscriptions: goods that are ordered again at an interval (SUBS-01 to 05, decision 67).

-- The customer object that a payment provider keeps for an account, under which it saves payment methods.
create table provider_customer (
  account_id bigint not null references account,
  store store_code not null,
  provider text not null,
  reference text not null,
  primary key (account_id, store, provider)
);

-- Payment methods that a provider saved with the customer's consent to be charged while the customer is away.
create table saved_payment_method (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  store store_code not null,
  provider text not null,
  customer_reference text not null,
  method_reference text not null,
  -- As the customer recognises it, such as "Visa •••• 4242".
  label text not null check (char_length(label) between 1 and 100),
  saved_at timestamptz not null,
  unique (provider, method_reference)
);
create index saved_payment_method_of_account on saved_payment_method (account_id);

-- The method with which an attempt was paid, where the provider saved it.
alter table payment_attempt add saved_method_id bigint references saved_payment_method;

create table subscription (
  id bigint generated always as identity primary key,
  -- The number of its first order and a running number, such as S100001-A1.
  number text not null unique,
  account_id bigint not null references account,
  store store_code not null,
  -- The order that started it.
  order_id bigint not null references orders,
  line_uuid text not null,
  product_id integer not null references product,
  sku text not null,
  name text not null,
  -- Name of the interval, such as "3 months".
  interval_name text not null,
  quantity integer not null check (quantity between 1 and 5000),
  -- The prices promised at sign-up: [{quantity, unitMinor}], VAT included. A renewal never costs more.
  promised_prices jsonb not null,
  -- Written only by move_subscription().
  status text not null default 'active' check (status in ('active', 'paused', 'cancelled')),
  status_reason text,
  status_changed_at timestamptz not null,
  -- The next renewal: its number and the day on which it is ordered.
  period integer not null default 1 check (period >= 1),
  next_due_on date not null,
  -- The day of the month on which it started; a shorter month renews on its last day.
  due_day integer not null check (due_day between 1 and 31),
  customer jsonb not null,
  address jsonb not null,
  shipping_method text not null,
  service_point text,
  -- Null: the first order needed no payment, and the customer has not chosen a method.
  payment_provider text,
  payment_method_id bigint references saved_payment_method,
  started_at timestamptz not null,
  unique (order_id, line_uuid)
);
create index subscription_of_account on subscription (account_id);
create index subscription_due on subscription (next_due_on) where status = 'active';

-- One per subscription and period, whatever the number of nodes: the renewal's order, its payment and its mails belong
-- to it.
create table subscription_renewal (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscription,
  period integer not null check (period >= 1),
  due_on date not null,
  status text not null default 'announced'
    check (status in ('announced', 'ordering', 'payment_failed', 'out_of_stock', 'done', 'skipped')),
  -- The checkout from which its order is written.
  checkout_id text references checkout,
  order_id bigint references orders,
  -- Failed charges so far.
  failures integer not null default 0,
  -- Why it has not succeeded yet: a code.
  problem text,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  unique (subscription_id, period)
);
create index subscription_renewal_due on subscription_renewal (next_try_at)
  where status in ('announced', 'ordering', 'payment_failed', 'out_of_stock');

-- Mails about a subscription: one of each kind for each renewal, or for the subscription itself (renewal null).
create table subscription_mail (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscription,
  renewal_id bigint references subscription_renewal,
  kind text not null,
  -- What the mail says: codes, amounts and dates.
  data jsonb not null default '{}',
  queued_at timestamptz not null,
  sent_at timestamptz,
  message_id text,
  unique nulls not distinct (subscription_id, renewal_id, kind)
);
