-- A refund that belonged to gift cards alone was asked of its provider over 0 and refused. Nothing is owed: the refusal
-- is no problem for staff, and its buyer needs no correction.
update payment_operation set status = 'done', problem = null, updated_at = now()
where kind = 'refund' and amount_minor = 0 and status in ('sent', 'unknown', 'refused');
