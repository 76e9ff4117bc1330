-- Authorizations of which nothing is captured: few at any time, and the job that releases superseded ones reads them.
create index payment_attempt_open_authorization on payment_attempt (order_id)
  where status = 'authorized' and captured_minor = 0;
