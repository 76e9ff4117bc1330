-- When staff dismissed a mail that could not be sent: it is no longer tried, nor counted as one that was not sent
-- (decision 96). Sending it again by hand clears this.
alter table order_mail add column dismissed_at timestamptz;
