-- What carriers must know about a product. `un_number`: `none` for goods that are not dangerous; null: unknown.
alter table product
  add column un_number text check (un_number ~ '^(none|UN[0-9]{4})$'),
  add column battery_energy_mwh integer check (battery_energy_mwh > 0),
  add column lithium_content_mg integer check (lithium_content_mg > 0),
  add column gross_weight_g integer check (gross_weight_g > 0),
  add column package_length_mm integer check (package_length_mm > 0),
  add column package_width_mm integer check (package_width_mm > 0),
  add column package_height_mm integer check (package_height_mm > 0);
