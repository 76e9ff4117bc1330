-- Declarations of withdrawal that staff reject: the reason, for the buyer, and when its mail was sent.
alter table withdrawal
  add column rejection text check (char_length(rejection) between 1 and 500),
  add column rejection_mail_sent_at timestamptz,
  -- A rejected declaration is closed.
  add constraint withdrawal_rejected_is_done check (rejection is null or done_at is not null);
