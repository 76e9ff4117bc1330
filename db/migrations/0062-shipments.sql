-- Shipments of orders, and payment operations that are sent to a provider outside the database transaction.

create table shipment (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- 1, 2, … within its order.
  number integer not null check (number >= 1),
  -- Null where nothing is carried: gift cards are sent by e-mail.
  carrier text,
  -- Null where the delivery method has no tracking, such as a letter.
  tracking_number text check (char_length(tracking_number) between 1 and 100),
  tracking_url text,
  -- What the payment provider collects for it: its lines less gift cards, VAT included.
  amount_minor minor_units not null,
  -- Whether it is the order's last one.
  is_last boolean not null,
  actor_kind text not null,
  actor_id text,
  shipped_at timestamptz not null,
  unique (order_id, number),
  unique (order_id, tracking_number)
);

create table shipment_line (
  shipment_id bigint not null references shipment,
  -- Line of the order's snapshot.
  uuid text not null,
  quantity integer not null check (quantity >= 1),
  primary key (shipment_id, uuid)
);

-- `sent`: to be sent, or sent without an answer yet. `unknown`: the provider did not answer.
alter table payment_operation drop constraint payment_operation_status_check;
update payment_operation set status = case status when 'started' then 'sent' else 'refused' end
where status in ('started', 'failed');
alter table payment_operation
  alter status set default 'sent',
  add constraint payment_operation_status_check check (status in ('sent', 'done', 'refused', 'unknown')),
  -- What the provider is asked: lines, shipment, and the attempt's status afterwards.
  add request jsonb,
  -- How often it was sent.
  add tries integer not null default 0,
  -- The provider's code of a refusal.
  add problem text;
create index on payment_operation (updated_at) where status in ('sent', 'unknown');

-- Only refunds of our own invoices have a credit note.
alter table refund alter credit_note drop not null;
