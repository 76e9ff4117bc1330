-- Parcels that are booked with a carrier, outside of any transaction.
create table parcel (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- `return`: from the buyer to the shop.
  direction text not null check (direction in ('outbound', 'return')),
  -- The shop's reference at the carrier, repeated by every retry.
  reference text not null unique check (char_length(reference) between 1 and 20),
  -- Number of the return that it belongs to, as S100001-R1.
  return_id text check ((direction = 'return') = (return_id is not null)),
  store text not null,
  carrier text not null,
  -- `sent`: to be booked, or sent without an answer yet. `unknown`: the carrier did not answer.
  status text not null default 'sent' check (status in ('sent', 'unknown', 'booked', 'refused', 'cancelled')),
  -- Units per line of the order's snapshot; of a return, per sku.
  units jsonb not null,
  -- What the carrier is asked, with the buyer's address; null once there is an answer.
  request jsonb,
  customs jsonb,
  dangerous_goods jsonb not null default '[]',
  -- Whether the order is shipped as soon as the parcel is booked.
  ships boolean not null default false,
  -- The carrier's id, by which a booking is cancelled.
  booking_id text,
  tracking_number text,
  tracking_url text,
  -- PDF; deleted after a while, because it shows the buyer's address.
  label bytea,
  label_url text,
  -- Why it was refused or cancelled, or what is open: a code of the shop, or the carrier's words.
  problem text,
  tries integer not null default 0,
  -- A node asks the carrier until then; no other node does meanwhile.
  claimed_until timestamptz,
  -- Set when the shop has shipped it.
  shipment_id bigint references shipment,
  actor_kind text not null,
  actor_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status in ('sent', 'unknown')) = (request is not null)),
  check (status <> 'booked' or (booking_id is not null and tracking_number is not null))
);
create index on parcel (order_id);
create index on parcel (updated_at) where status in ('sent', 'unknown') or (status = 'booked' and ships and shipment_id is null);
create index on parcel (updated_at) where label is not null;
-- One parcel of an order, or of a return, is open at a time.
create unique index parcel_open_outbound on parcel (order_id)
  where direction = 'outbound' and status in ('sent', 'unknown', 'booked') and shipment_id is null;
create unique index parcel_open_return on parcel (return_id) where status in ('sent', 'unknown', 'booked');
