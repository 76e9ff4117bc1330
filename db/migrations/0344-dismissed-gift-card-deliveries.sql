-- Staff dismissed its mail, which could not be sent: it waits until they plan it again.
alter table gift_card_delivery add column dismissed_at timestamptz;
