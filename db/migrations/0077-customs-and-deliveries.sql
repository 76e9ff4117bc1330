-- Customs data of products, and when shipments reached their buyers.

alter table product
  -- Tariff code of the Harmonized System.
  add column hs_code text check (hs_code ~ '^[0-9]{6,10}$'),
  -- ISO 3166-1 alpha-2.
  add column origin_country text check (origin_country ~ '^[A-Z]{2}$');

-- What is known of a shipment's delivery; the shipment itself never changes.
create table shipment_delivery (
  shipment_id bigint primary key references shipment,
  -- When its carrier was last asked.
  checked_at timestamptz not null,
  -- Null: on its way.
  delivered_at timestamptz,
  -- `estimate`: by the days of the delivery method, where no carrier can be asked.
  source text check (source in ('carrier', 'estimate')),
  check ((delivered_at is null) = (source is null))
);
create index on shipment_delivery (checked_at) where delivered_at is null;
