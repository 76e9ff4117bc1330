-- Further states of a return, and how its goods travel back.
alter table order_return drop constraint order_return_status_check, drop constraint order_return_check;
alter table order_return
  -- Whether the delivery is refunded with the goods; decided when the return is registered, so that the amount
  -- shown to the buyer is the one that is booked.
  add column refunds_shipping boolean not null default false,
  -- Why it was rejected, for the buyer.
  add column rejection text check (char_length(rejection) between 1 and 500),
  -- When the buyer said that the goods were handed in.
  add column sent_at timestamptz,
  add constraint order_return_status_check
    check (status in ('registered', 'sent', 'received', 'inspected', 'refunded', 'exchanged', 'rejected')),
  add constraint order_return_refund_check check (case status
    when 'refunded' then refund_number is not null
    -- The difference in price.
    when 'exchanged' then true
    else refund_number is null end);

alter table order_return_line
  add column transport text not null default 'parcel'
    check (transport in ('parcel', 'damaged_lithium', 'lead_acid', 'other_dangerous'));
