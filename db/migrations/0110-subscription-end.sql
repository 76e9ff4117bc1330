-- The day a subscription's customer asked it to end on (§ 312k BGB): it goes on until then. Null: no end.
alter table subscription add ends_on date;
create index subscription_end on subscription (ends_on) where ends_on is not null and status <> 'cancelled';

-- When staff were done with a declaration that matched no subscription.
alter table contract_cancellation add closed_at timestamptz;
drop index contract_cancellation_unmatched;
create index contract_cancellation_open on contract_cancellation (declared_at)
  where subscriptions = '{}' and closed_at is null;

-- Renewals that were refused while their subscription was being cancelled stayed open for ever.
update subscription_renewal r set status = 'skipped', problem = 'ended'
  from subscription s
  where s.id = r.subscription_id and s.status = 'cancelled' and r.status in ('announced', 'payment_failed', 'out_of_stock');
