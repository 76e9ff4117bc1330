-- Withdrawals from chosen lines, and the refund that each one owes (Directive 2011/83/EU, Art. 13).
alter table withdrawal
  -- [{sku, name, quantity}]; empty: as `goods` says, or the whole order.
  add column items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  -- The last day of its order's period, as of the declaration; null: not delivered yet, or no order was found.
  add column period_ends_on date,
  -- The day by which the money is refunded, in the store's time zone.
  add column refund_due_on date,
  -- When the goods, or proof that they were sent, arrived; until then the refund may be withheld.
  add column goods_back_at timestamptz;
update withdrawal set refund_due_on = (declared_at at time zone 'Europe/Berlin')::date + 14;
alter table withdrawal alter column refund_due_on set not null;

create index withdrawal_due on withdrawal (refund_due_on) where done_at is null;
