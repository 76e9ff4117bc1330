-- More of what a former shop's file says of an order. Rows from before do not know it until the file is imported again.
alter table former_order
  -- Of the goods after discounts, before shipping; null: unknown.
  add column subtotal_minor minor_units,
  -- As the former shop printed it; null: none, or unknown.
  add column discount_code text check (length(discount_code) between 1 and 200);
