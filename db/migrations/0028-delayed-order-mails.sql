-- Confirmations beyond the limit of their recipient or network are delayed and leave together.
-- When the mail passed the limit; null: it has not been judged, or it is delayed.
alter table order_mail add admitted_at timestamptz;
-- Not sent before this moment; null: not delayed.
alter table order_mail add not_before timestamptz;
create index on order_mail (not_before) where sent_at is null and not_before is not null;
