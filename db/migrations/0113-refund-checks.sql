-- When a performed refund was last compared with its provider's record: a bank may return the money days later.
alter table payment_operation add column checked_at timestamptz;
create index payment_operation_refunds on payment_operation (updated_at) where kind = 'refund' and status = 'done';
