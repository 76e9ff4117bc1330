-- Devices and what they take: the graph behind "which battery fits my device?". A device leads to products by a
-- canonical cell size, by part numbers, or because a product's own list of what it fits names it.

create table device (
  id integer generated always as identity primary key,
  -- Made of maker, model and variant: the device's address, and what tells one from another.
  slug text not null unique,
  -- A code of domain/finder/device.ts.
  kind text not null,
  maker text not null,
  model text not null,
  -- Model codes and other names, as written.
  codes text[] not null default '{}',
  -- 'cell': standard cells; 'pack': a battery made for it; 'fixed': nothing to change; 'unknown': not known yet.
  power text not null default 'unknown' check (power in ('cell', 'pack', 'fixed', 'unknown')),
  -- A value code of the attribute battery_size.
  cell_size text,
  quantity smallint check (quantity between 1 and 99),
  -- Article or part numbers of batteries made for it.
  parts text[] not null default '{}',
  -- capacity_mah, chemistry, removable, voltage_mv: as far as known.
  facts jsonb not null default '{}',
  check ((power = 'cell') = (cell_size is not null and quantity is not null))
);

call watch_table('device', 'device', 'id');
